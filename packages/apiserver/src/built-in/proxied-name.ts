/** `https:name:port` in the path of a proxied request: the name alone. */
export function proxiedName(text: string): string {
  return text.replace(/^https?:/, '').split(':', 1)[0]!
}
