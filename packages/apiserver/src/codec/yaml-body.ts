/** Decodes the YAML of a built-in kind into a draft, by way of JSON. */
import type { Decoded } from './codec.ts'
import { unrecognized } from './decode-failure.ts'
import type { Target } from './decode-target.ts'
import { goText } from '../go/go-text.ts'
import { decodeJsonText } from './json-body.ts'
import { ValueProblem } from '../go/value-problem.ts'
import { repeatedKeyErrors, type YamlJson, yamlToJson } from './yaml-json.ts'

/** Failure: a `DecodeFailure`. */
export async function decodeYamlBody(target: Target, body: Buffer): Promise<Decoded> {
  const yaml = await readYaml(target.gvk.kind, body)
  const { object, strictErrors } = await decodeJsonText(target, yaml.json, body)
  return { object, strictErrors: [...repeatedKeyErrors(yaml.repeatedKeys), ...strictErrors] }
}

/**
 * Failure: a `DecodeFailure`.
 *
 * @param kind the expected kind, for messages
 */
export async function readYaml(kind: string, body: Buffer): Promise<YamlJson> {
  try {
    return await yamlToJson(goText(body))
  } catch (error) {
    if (error instanceof ValueProblem) throw unrecognized(kind, error.message, body)
    throw error
  }
}
