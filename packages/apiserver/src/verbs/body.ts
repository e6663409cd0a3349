/** From the bytes of a body to a value, and from a value to a draft of the right kind. */
import { parse as parseYaml } from 'yaml'
import type { Codec } from '../kinds/served-kind.ts'
import { apiVersionOf } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { builtInMediaTypes } from '../request/negotiation.ts'
import type { FieldValidation } from '../request/write-options.ts'
import { badRequest, unsupportedMediaType } from '../status/failures.ts'
import type { Call } from './call.ts'

/** What a body was written in. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase()
}

/** The value a body holds. Failure: 400 if it cannot be read, 415 if its type is not accepted. */
export async function readValue(call: Call): Promise<unknown> {
  const accepted = call.kind.isCustom ? builtInMediaTypes.slice(0, 2) : builtInMediaTypes
  const bytes = await call.request.body()
  switch (mediaTypeOf(call.request.headers['content-type'])) {
    case '':
    case 'application/json':
      return parseJson(bytes.toString('utf8'))
    case 'application/yaml':
      return parseYamlText(bytes.toString('utf8'))
    default:
      throw unsupportedMediaType(accepted)
  }
}

/** Checks that the value is an object of the kind, and handles fields nobody knows as the caller asked. */
export async function decodeObject(
  call: Call,
  codec: Codec,
  value: unknown,
  validation: FieldValidation,
): Promise<Draft> {
  const { object, strictErrors } = await codec.decode(value)
  const expected = apiVersionOf(call.kind)
  if (object.apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${object.apiVersion}) does not match the expected API version (${expected})`,
    )
  }
  if (strictErrors.length > 0 && validation === 'Strict') {
    const { kind, version } = call.kind
    throw badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: strict decoding error: ${strictErrors.join(', ')}`,
    )
  }
  if (validation === 'Warn') for (const error of strictErrors) call.warnings.add(error)
  return object
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`)
  }
}

function parseYamlText(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 100, uniqueKeys: true })
  } catch (error) {
    throw badRequest(`error converting YAML to JSON: yaml: ${(error as Error).message}`)
  }
}
