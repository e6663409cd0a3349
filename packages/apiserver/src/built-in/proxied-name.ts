/** The name in the path segment `https:name:port` of a proxy request. */
export function proxiedName(text: string): string {
  return text.replace(/^https?:/, '').split(':', 1)[0]!
}
