/** Addresses of objects as a page may show them. Pure. */

/** Without the user and password that an address may hold: who may look at a dashboard need not know them. */
export function withoutUserinfo(url: string): string {
  return url.replace(/^((?:[a-z][a-z\d+.-]*:)?[/\\]+)?[^/\\?#]*@/i, '$1')
}
