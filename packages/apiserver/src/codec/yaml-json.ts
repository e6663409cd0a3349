/** YAML bodies, which are converted to JSON before decoding. Most bodies that programs send as YAML are JSON already. */
import { countMembers } from './duplicate-fields.ts'
import { surveyJson } from './json-survey.ts'
import { formatValue } from './yaml-value.ts'

export interface YamlJson {
  readonly json: string
  /** Duplicate keys of maps: `line 3: key "name" already set in map`. The last one wins. */
  readonly repeatedKeys: readonly string[]
}

/** Start of the single error that lists all duplicate keys, one a line. */
const repeatedKeysText = 'yaml: unmarshal errors:\n  '

/** Duplicate keys as strict errors. */
export function repeatedKeyErrors(repeatedKeys: readonly string[]): string[] {
  return repeatedKeys.length === 0 ? [] : [`${repeatedKeysText}${repeatedKeys.join('\n  ')}`]
}

/** As warnings, each duplicate key is reported separately. */
export function asWarnings(strictError: string): readonly string[] {
  return strictError.startsWith(repeatedKeysText)
    ? strictError.slice(repeatedKeysText.length).split('\n  ')
    : [strictError]
}

/**
 * The YAML library is loaded on first use.
 *
 * Failure: throws a `ValueProblem` if the text is not YAML or has no JSON equivalent.
 */
export async function yamlToJson(text: string): Promise<YamlJson> {
  const plain = parsePlainJson(text, /^\s*[[{]/)
  if (plain !== undefined) return { json: formatValue(plain), repeatedKeys: [] }
  const { convertYaml } = await import('./yaml-convert.ts')
  return convertYaml(text)
}

/** The parsed object, if the text is JSON without duplicate keys. */
export function parsePlainJson(text: string, start = /^\s*\{/): object | undefined {
  if (!start.test(text)) return undefined
  try {
    const value = JSON.parse(text) as object
    return surveyJson(text).members === countMembers(value) ? value : undefined
  } catch {
    return undefined
  }
}
