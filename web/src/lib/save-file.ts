/** Saves a blob as a browser download. */
export function saveFile(file: { blob: Blob; name: string }): void {
  const url = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The click only queues the download, so the object URL must outlive this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
