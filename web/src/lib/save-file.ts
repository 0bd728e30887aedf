/** Hands bytes to the browser's downloads. */
export function saveFile(file: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The click only queues the download: the address must outlive this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
