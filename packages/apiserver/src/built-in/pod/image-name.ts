/** How an image is named, as far as the server cares. */

/**
 * What an image is pulled by when nobody says otherwise: an image that is named without a tag, or with the tag `latest`,
 * may change behind its name.
 */
export function pullPolicyOf(image: string | undefined): 'Always' | 'IfNotPresent' {
  return isLatest(image ?? '') ? 'Always' : 'IfNotPresent'
}

const reference = /^(?<name>[^@]+?)(?::(?<tag>[A-Za-z0-9_][-.A-Za-z0-9_]{0,127}))?(?<digest>@.+)?$/

function isLatest(image: string): boolean {
  // The port of a registry also stands behind a colon, but there is a slash after it.
  const parts = reference.exec(image)?.groups
  if (parts === undefined || hasNoRepository(parts['name']!)) return false
  return parts['tag'] === 'latest' || (parts['tag'] === undefined && parts['digest'] === undefined)
}

/** A name the server cannot read has no tag at all. */
function hasNoRepository(name: string): boolean {
  const host = name.slice(0, Math.max(0, name.indexOf('/')))
  const path = host === 'localhost' || /[.:]/.test(host) ? name.slice(host.length + 1) : name
  return !/^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*$/.test(path)
}
