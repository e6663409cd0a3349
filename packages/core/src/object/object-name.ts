/**
 * An API server's rules for names, label keys and label values, with its own validation messages.
 *
 * Lengths count UTF-8 bytes, as the server does, even where its message says characters.
 */

const dns1123Label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const dns1123Subdomain = `${dns1123Label}(\\.${dns1123Label})*`
const dns1035Label = '[a-z]([-a-z0-9]*[a-z0-9])?'
const qualifiedName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const labelValue = `(${qualifiedName})?`

/** Each rule returns the problems of a value; an empty list means it is valid. */
const rules = {
  /** A namespace, a Service, a container: at most 63 characters of `a-z 0-9 -`. */
  dns1123Label(value) {
    const hasDots = !fits(value, dns1123Label) && fits(value, dns1123Subdomain)
    return [
      ...tooLong(value, 63, 'characters'),
      ...(hasDots ? ['must not contain dots'] : mismatch(value, dns1123LabelForm)),
    ]
  },
  /** Most kinds of objects: labels joined by dots, at most 253 characters. */
  dns1123Subdomain: (value) => [...tooLong(value, 253, 'characters'), ...mismatch(value, dns1123SubdomainForm)],
  /** Like a DNS-1123 label, starting with a letter. */
  dns1035Label: (value) => [...tooLong(value, 63, 'characters'), ...mismatch(value, dns1035LabelForm)],
  /** A label key, an annotation key, a finalizer: `name` or `prefix.dns/name`. */
  qualifiedName(value) {
    const parts = value.split('/')
    if (parts.length > 2) return [`a valid label key ${describe(qualifiedNameForm)} ${prefixHint}`]
    const [name, prefix] = parts.reverse() as [string, string?]
    return [...prefixProblems(prefix), ...namePartProblems(name)]
  },
  /** The value of a label: empty, or at most 63 bytes. */
  labelValue: (value) => [...tooLong(value, 63, 'bytes'), ...mismatch(value, labelValueForm)],
  /** The minimum for every name, because it becomes a URL path segment. */
  pathSegment(value) {
    if (value === '.' || value === '..') return [`may not be '${value}'`]
    return ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`)
  },
} satisfies Record<string, (value: string) => readonly string[]>

/** An API server's rule for a name, a label key or a label value. */
export type NameRule = keyof typeof rules

/**
 * The API server's validation messages for `value`; empty if it is valid.
 *
 * @example
 * ```ts
 * nameProblems('dns1123Label', 'blog') // => []
 * nameProblems('dns1123Label', 'my.blog') // => ['must not contain dots']
 * nameProblems('pathSegment', 'a/b') // => ["may not contain '/'"]
 * ```
 */
export function nameProblems(rule: NameRule, value: string): readonly string[] {
  return rules[rule](value)
}

/**
 * The same for a name prefix, to which an API server appends random letters: `generateName: 'blog-'`.
 *
 * @example
 * ```ts
 * namePrefixProblems('dns1123Subdomain', 'blog-') // => []
 * ```
 */
export function namePrefixProblems(rule: NameRule, prefix: string): readonly string[] {
  if (rule === 'pathSegment') return prefix === '.' || prefix === '..' ? [] : rules.pathSegment(prefix)
  // The server allows a prefix to end in one dash: it validates with a letter in place of the last two bytes.
  return rules[rule](prefix.replace(/[\0-\x7f]-$/, 'a'))
}

/** Whether `value` obeys `rule`. */
export function isValidName(rule: NameRule, value: string): boolean {
  return nameProblems(rule, value).length === 0
}

interface Form {
  readonly pattern: string
  readonly message: string
  readonly examples: readonly string[]
}

const endsAlphanumeric = 'and must start and end with an alphanumeric character'
const prefixHint = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"

const dns1123LabelForm: Form = {
  pattern: dns1123Label,
  message: `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${endsAlphanumeric}`,
  examples: ['my-name', '123-abc'],
}
const dns1123SubdomainForm: Form = {
  pattern: dns1123Subdomain,
  message: `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${endsAlphanumeric}`,
  examples: ['example.com'],
}
const dns1035LabelForm: Form = {
  pattern: dns1035Label,
  message:
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ['my-name', 'abc-123'],
}
const qualifiedNameForm: Form = {
  pattern: qualifiedName,
  message: `must consist of alphanumeric characters, '-', '_' or '.', ${endsAlphanumeric}`,
  examples: ['MyName', 'my.name', '123-abc'],
}
const labelValueForm: Form = {
  pattern: labelValue,
  message: `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${endsAlphanumeric}`,
  examples: ['MyValue', 'my_value', '12345'],
}

const compiled = new Map<string, RegExp>()

function fits(value: string, pattern: string): boolean {
  let regex = compiled.get(pattern)
  if (!regex) compiled.set(pattern, (regex = new RegExp(`^(?:${pattern})$`)))
  return regex.test(value)
}

function mismatch(value: string, form: Form): readonly string[] {
  return fits(value, form.pattern) ? [] : [describe(form)]
}

function describe({ message, pattern, examples }: Form): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ')
  return `${message} (e.g. ${shown}regex used for validation is '${pattern}')`
}

function tooLong(value: string, limit: number, unit: 'bytes' | 'characters'): readonly string[] {
  return Buffer.byteLength(value) > limit ? [`must be no more than ${limit} ${unit}`] : []
}

function prefixProblems(prefix: string | undefined): readonly string[] {
  if (prefix === undefined) return []
  if (prefix === '') return ['prefix part must be non-empty']
  const problems = [...tooLong(prefix, 253, 'bytes'), ...mismatch(prefix, dns1123SubdomainForm)]
  return problems.map((problem) => `prefix part ${problem}`)
}

function namePartProblems(name: string): readonly string[] {
  const size = name === '' ? ['must be non-empty'] : tooLong(name, 63, 'bytes')
  return [...size, ...mismatch(name, qualifiedNameForm)].map((problem) => `name part ${problem}`)
}
