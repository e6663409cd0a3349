/** URL templates: `/v1/projects/{project}/instances/{name}`. Values cannot break out of their placeholder. */
import { externalErrors } from '../errors.ts'

/** Values for the placeholders of a URL template, by name. */
export type UrlValues = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Fills in the escaped values; a value that is missing, empty or would change the path is refused.
 *
 * Failure: `KW_EXTERNAL_HTTP`.
 *
 * @example
 * ```ts
 * fillUrl('/v1/things/{name}?dry={dry}', { name: 'a b/c', dry: false }) // => '/v1/things/a%20b%2Fc?dry=false'
 * ```
 */
export function fillUrl(template: string, values: UrlValues): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const text = value === undefined ? '' : String(value)
    // `.` and `..` survive escaping, and change the path.
    if (text === '' || text === '.' || text === '..') throw noValue(template, name, text)
    return encodeURIComponent(text)
  })
}

function noValue(template: string, name: string, text: string): Error {
  return externalErrors('KW_EXTERNAL_HTTP', {
    what: `make a URL of ${template}`,
    why:
      text === '' ? `there is no value for {${name}}` : `${JSON.stringify(text)} for {${name}} would be another path`,
    next: 'Let `values` return a text for it that is not empty, `.` or `..`.',
    details: { template, name },
  })
}
