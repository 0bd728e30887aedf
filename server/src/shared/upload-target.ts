/** True if the options of a capture name a place to which its image is delivered. */
export function hasUploadTarget(options: Readonly<Record<string, unknown>>): boolean {
  return options['destination_id'] !== undefined || options['upload_url'] !== undefined;
}
