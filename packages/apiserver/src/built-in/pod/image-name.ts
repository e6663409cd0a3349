/** Parsing of image names, as far as the server needs it. */

/** The default pull policy: an image without a tag, or with the tag `latest`, may change under its name. */
export function pullPolicyOf(image: string | undefined): 'Always' | 'IfNotPresent' {
  return isLatest(image ?? '') ? 'Always' : 'IfNotPresent'
}

const reference = /^(?<name>[^@]+?)(?::(?<tag>[A-Za-z0-9_][-.A-Za-z0-9_]{0,127}))?(?<digest>@.+)?$/

function isLatest(image: string): boolean {
  // A registry port also follows a colon, but a slash comes after it.
  const parts = reference.exec(image)?.groups
  if (parts === undefined || hasNoRepository(parts['name']!)) return false
  return parts['tag'] === 'latest' || (parts['tag'] === undefined && parts['digest'] === undefined)
}

/** A name that the server cannot parse has no tag. */
function hasNoRepository(name: string): boolean {
  const host = name.slice(0, Math.max(0, name.indexOf('/')))
  const path = host === 'localhost' || /[.:]/.test(host) ? name.slice(host.length + 1) : name
  return !/^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*$/.test(path)
}
