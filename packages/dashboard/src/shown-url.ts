/** URLs of objects as shown on a page. Pure. */

/** Removes the user and password that a URL may contain: viewers of a dashboard need not see them. */
export function withoutUserinfo(url: string): string {
  return url.replace(/^((?:[a-z][a-z\d+.-]*:)?[/\\]+)?[^/\\?#]*@/i, '$1')
}
