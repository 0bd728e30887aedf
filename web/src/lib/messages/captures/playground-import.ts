/** Messages of the dialog that imports a request into the playground. */
export const importMessages = {
  open: 'Import cURL or JSON',
  title: 'Import a request',
  lead: 'Paste a cURL command, the URL of a link or the JSON of a request. Other options return to their defaults.',
  text: 'Request',
  placeholder: `curl -X POST https://…/api/v1/screenshots \\
  -d '{"url": "https://example.com", "full_page": true}'`,
  checking: 'Checking the options…',
  checkFailed: 'The options could not be checked',
  applied: 'Options to apply',
  leftOut: 'Not applied',
  outside: (names: string) => `Not part of this form: ${names}.`,
  keyRemoved: 'The API key was removed from the text. It is neither stored nor sent.',
  nothing: 'It has no option of this form.',
  twice: (alias: string, name: string) =>
    `${alias} is another name of ${name}. Only ${name} is applied.`,
  submit: (count: number) =>
    count === 0 ? 'Apply' : `Apply ${count} ${count === 1 ? 'option' : 'options'}`,
  done: (count: number) =>
    count === 1 ? '1 option was applied.' : `${count} options were applied.`,
  notRecognised:
    'Paste a command that starts with curl, the URL of a link, or JSON such as {"url": "https://example.com"}.',
  otherUrl:
    'This URL does not capture. Valid are POST /api/v1/screenshots, POST /api/v1/html-to-image and GET /api/v1/take.',
  noData: 'The command has no data. Paste it with its option -d, --data or --json.',
  notObject: 'The JSON must be an object such as {"url": "https://example.com"}.',
  notJson: (reason: string) =>
    `The options are not valid JSON${reason === '' ? '' : `: ${reason}`}.`,
  commandProblems: {
    unclosed: 'A quote in the command is not closed.',
    noUrl: 'The command has no URL.',
    dataFile: 'The data of the command is in a file. Paste the content of the file instead.',
    form: 'The command sends a form. The API takes JSON: use -d or --json.',
  },
} as const;
