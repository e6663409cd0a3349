/** Bodies in YAML, which become JSON before anybody looks at them. Most that programs send are JSON to begin with. */
import { countMembers } from './duplicate-fields.ts'
import { surveyJson } from './json-survey.ts'
import { formatValue } from './yaml-value.ts'

export interface YamlJson {
  readonly json: string
  /** Keys that come twice in a map: `line 3: key "name" already set in map`. The last one counts. */
  readonly repeatedKeys: readonly string[]
}

/** What the one error about all repeated keys starts with; a line for each follows. */
const repeatedKeysText = 'yaml: unmarshal errors:\n  '

/** Repeated keys as strict errors. */
export function repeatedKeyErrors(repeatedKeys: readonly string[]): string[] {
  return repeatedKeys.length === 0 ? [] : [`${repeatedKeysText}${repeatedKeys.join('\n  ')}`]
}

/** Where strict errors are but warnings, each repeated key is one of its own. */
export function asWarnings(strictError: string): readonly string[] {
  return strictError.startsWith(repeatedKeysText)
    ? strictError.slice(repeatedKeysText.length).split('\n  ')
    : [strictError]
}

/**
 * The library is loaded with the first text that needs it.
 *
 * Failure: throws a `ValueProblem` for what is not YAML, or cannot be JSON.
 */
export async function yamlToJson(text: string): Promise<YamlJson> {
  const plain = parsePlainJson(text, /^\s*[[{]/)
  if (plain !== undefined) return { json: formatValue(plain), repeatedKeys: [] }
  const { convertYaml } = await import('./yaml-convert.ts')
  return convertYaml(text)
}

/** The object, if the text is JSON without repeated keys; most YAML that programs send is. */
export function parsePlainJson(text: string, start = /^\s*\{/): object | undefined {
  if (!start.test(text)) return undefined
  try {
    const value = JSON.parse(text) as object
    return surveyJson(text).members === countMembers(value) ? value : undefined
  } catch {
    return undefined
  }
}
