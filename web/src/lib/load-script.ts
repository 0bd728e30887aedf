const loading = new Map<string, Promise<void>>();

/** Adds a configured third-party script to the page, once; rejects if it cannot be loaded. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(url);
      script.remove();
      reject(new Error(`the script of ${new URL(url).host} could not be loaded`));
    });
    document.head.append(script);
  });
  loading.set(url, promise);
  return promise;
}
