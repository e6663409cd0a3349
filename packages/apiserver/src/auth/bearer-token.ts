/** The token of an `Authorization` header. */

const extraSpaceWarning =
  'the provided Authorization header contains extra space before the bearer token, and is ignored'

/** `undefined` if the header is missing, has another scheme, or holds an empty token. */
export function readBearerToken(header: string | undefined, warn: (text: string) => void): string | undefined {
  const [scheme = '', token, ...rest] = (header ?? '').trim().split(' ')
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return undefined
  if (token !== '') return token
  if (rest.length > 0) warn(extraSpaceWarning)
  return undefined
}
