/** The part of jsdom with which tests open a document at another URL. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { readonly url: string });
    readonly window: Window;
  }
}
