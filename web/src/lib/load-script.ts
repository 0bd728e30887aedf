const loading = new Map<string, Promise<void>>();

/** Adds a configured third-party script to the page, once; rejects if it cannot be loaded. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(address);
      script.remove();
      reject(new Error(`the script of ${new URL(address).host} could not be loaded`));
    });
    document.head.append(script);
  });
  loading.set(address, promise);
  return promise;
}
