/** Returns the parameter of a list of one mode; live is the default. */
export function inMode(livemode: boolean): { livemode?: boolean } {
  return livemode ? {} : { livemode };
}
