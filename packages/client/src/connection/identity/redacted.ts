/**
 * Redacts credentials in a text: named ones, and strings that look random. An error with a gap can still be understood; a token in a
 * log has to be revoked.
 */

const hole = '[redacted]'

/** Names of credentials, alone or as part of a longer one: `id-token`, `client_secret`, `AWS_SESSION_TOKEN`. */
const named = String.raw`[\w-]{0,40}(?:token|passw(?:or)?d|passphrase|secret|api[-_]?key|credential)s?[\w-]{0,40}`
/** In quotes, or one word. */
const value = String.raw`(?:"[^"]*"?|'[^']*'?|[^\s"',;&]+)`

const patterns: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]*\.[\w-]+\.[\w-]*/g, hole],
  [/(bearer|basic)\s+[\w+/=.~-]{8,}/gi, `$1 ${hole}`],
  // https://user:password@host
  [/(:\/\/)[^\s/@]+@/g, `$1${hole}@`],
  // --token abc
  [new RegExp(String.raw`(--${named}\s+)(?!-)${value}`, 'gi'), `$1${hole}`],
  // token: abc, "token": "abc", TOKEN=abc, the password is abc
  [new RegExp(String.raw`(\b${named}["']?(?:\s*[:=]+\s*|\s+(?:is|was)\s+))(?!\[redacted)${value}`, 'gi'), `$1${hole}`],
]

export function redacted(text: string): string {
  const withoutNamed = patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
  return withoutNamed.replace(/[A-Za-z0-9+/_-]{20,}={0,2}/g, (run) => (looksRandom(run) ? hole : run))
}

/**
 * Base64 and hex alternate between letters and digits, and between cases, far more often than words, paths and cluster names. UUIDs are
 * kept: they identify requests or tenants, and are needed for support.
 */
function looksRandom(run: string): boolean {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(run)) return false
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0
  return /\d/.test(run) && changes / run.length >= 0.25
}
