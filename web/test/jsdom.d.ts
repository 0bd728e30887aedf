/** The part of jsdom that tests use to open a document at an address of their own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { readonly url: string });
    readonly window: Window;
  }
}
