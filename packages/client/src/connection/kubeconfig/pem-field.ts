/** Certificates and keys in a kubeconfig: a path in one field, or base64 of PEM in its `-data` variant. */
import type { FromFile } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { type Fields, placeOf } from './fields.ts'

/** The value of `name` or `name`-data. Both at once is an error, as in kubectl. */
export function pemFrom(fields: Fields, name: string): string | FromFile | undefined {
  const [file, data] = [fields.file(name), fields.text(`${name}-data`)]
  if (file !== undefined && data !== undefined) throw fields.conflict(name, `${name}-data`)
  if (data !== undefined) return decoded(fields, `${name}-data`, data)
  return file === undefined ? undefined : { file }
}

function decoded(fields: Fields, name: string, data: string): string {
  const compact = data.replace(/\s+/g, '')
  // Buffer.from() silently drops characters that are not base64, and half a key would be blamed on the server later.
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact)
  const text = isBase64 ? Buffer.from(compact, 'base64').toString('utf8') : ''
  if (text.includes('-----BEGIN ')) return text
  throw connectionErrors('KW_CLIENT_PEM_INVALID', {
    what: `use ${placeOf(fields.source, [...fields.path, name])}`,
    why: isBase64 ? 'it is base64, but not of a PEM text' : 'it is not base64, or cut off',
    next: 'Write the whole PEM file there, encoded as base64 on one line.',
    details: { source: fields.source.name, field: name },
  })
}
