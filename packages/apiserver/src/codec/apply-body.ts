/** The configuration in an apply patch: YAML, usually in its JSON subset. */
import { badRequest } from '../status/failures.ts'
import { goText } from '../go/go-text.ts'
import { kindOf } from './json-text.ts'
import { ValueProblem } from '../go/value-problem.ts'
import { parsePlainJson, repeatedKeyErrors, type YamlJson, yamlToJson } from './yaml-json.ts'

export interface ApplyBody {
  readonly value: Readonly<Record<string, unknown>>
  /** `line 4: key "a" already set in map` */
  readonly repeatedKeys: readonly string[]
}

/** Failure: a 400 if the body is not an object. */
export async function readApplyBody(body: Buffer): Promise<ApplyBody> {
  const text = goText(body)
  const plain = parsePlainJson(text)
  if (plain !== undefined) return { value: plain as Record<string, unknown>, repeatedKeys: [] }
  const { json, repeatedKeys } = await readYaml(text)
  if (json !== 'null' && !json.startsWith('{')) {
    const found = `cannot unmarshal ${kindOf(json.charCodeAt(0))} into Go value of type map[string]interface {}`
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: json: ${found}`)
  }
  return { value: (JSON.parse(json) ?? {}) as Record<string, unknown>, repeatedKeys }
}

/** Failure: a 400 if there are any. */
export function refuseRepeated(repeatedKeys: readonly string[]): void {
  if (repeatedKeys.length === 0) return
  const [error] = repeatedKeyErrors(repeatedKeys)
  throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${error}`)
}

async function readYaml(text: string): Promise<YamlJson> {
  try {
    return await yamlToJson(text)
  } catch (error) {
    if (error instanceof ValueProblem)
      throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`)
    throw error
  }
}
