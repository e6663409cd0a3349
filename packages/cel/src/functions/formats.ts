/** Named formats: `format.dns1123Label().validate(name)` returns the problems, if any. */
import { namePrefixProblems, nameProblems, type NameRule } from '@kubewright/core/object'
import { textFormat } from '@kubewright/resource/schema'
import { listType, optionalType, stringType, structType } from '../types/type.ts'
import { ArrayValue } from '../values/collection.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { Optional } from '../values/optional.ts'
import { fn, type Library, method } from './overload.ts'

const formatType = structType('kubernetes.NamedFormat')

interface Format {
  readonly name: string
  readonly problems: (text: string) => readonly string[]
  /** The pattern length that the server's cost model assumes. */
  readonly patternSize: number
}

export class FormatValue extends OpaqueValue {
  readonly type = formatType
  readonly format: Format

  constructor(format: Format) {
    super()
    this.format = format
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof FormatValue && other.format.name === this.format.name
  }
}

const constants: Readonly<Record<string, FormatValue>> = {
  dns1123Label: named('DNS1123Label', 'dns1123Label', 30),
  dns1123Subdomain: named('DNS1123Subdomain', 'dns1123Subdomain', 60),
  dns1035Label: named('DNS1035Label', 'dns1035Label', 30),
  qualifiedName: named('QualifiedName', 'qualifiedName', 60),
  dns1123LabelPrefix: prefix('DNS1123LabelPrefix', 'dns1123Label', 30),
  dns1123SubdomainPrefix: prefix('DNS1123SubdomainPrefix', 'dns1123Subdomain', 60),
  dns1035LabelPrefix: prefix('DNS1035LabelPrefix', 'dns1035Label', 30),
  labelValue: named('LabelValue', 'labelValue', 40),
  uri: new FormatValue({ name: 'URI', problems: uriProblems, patternSize: 1000 }),
  uuid: checked('uuid', 'uuid', 'does not match the UUID format'),
  byte: checked('byte', 'byte', 'invalid base64'),
  date: checked('date', 'date', 'invalid date'),
  datetime: checked('datetime', 'date-time', 'invalid datetime'),
}

export const formats: Library = {
  'format.named': [
    fn<[string]>('format-named', [stringType], optionalType(formatType), (name) => {
      const format = Object.hasOwn(constants, name) ? constants[name] : undefined
      return format === undefined ? Optional.none : new Optional(format)
    }),
  ],
  validate: [
    method<[FormatValue, string]>(
      'format-validate',
      [formatType, stringType],
      optionalType(listType(stringType)),
      ({ format }, text) => {
        const problems = format.problems(text)
        return problems.length === 0 ? Optional.none : new Optional(new ArrayValue(problems))
      },
    ),
  ],
  ...Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [
      `format.${name}`,
      [fn<[]>(`format.${name}`, [], formatType, () => value)],
    ]),
  ),
}

function named(name: string, rule: NameRule, patternSize: number): FormatValue {
  return new FormatValue({ name, problems: (text) => nameProblems(rule, text), patternSize })
}

function prefix(name: string, rule: NameRule, patternSize: number): FormatValue {
  return new FormatValue({ name, problems: (text) => namePrefixProblems(rule, text), patternSize })
}

function checked(name: string, format: string, problem: string): FormatValue {
  const check = textFormat(format)!
  return new FormatValue({ name, problems: (text) => (check(text) ? [] : [problem]), patternSize: 150 })
}

function uriProblems(text: string): readonly string[] {
  return textFormat('uri')!(text) ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`]
}
