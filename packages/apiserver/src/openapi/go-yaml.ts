/**
 * YAML in protobuf OpenAPI documents, byte for byte as the server writes it. Its encoder differs from the one for response bodies
 * (`codec/yaml-writer.ts`) in quoting and indentation.
 */
import { Document, type Scalar, visit } from 'yaml'

/** Memoized: most values are one of some hundred group version kinds. */
const known = new Map<string, string>()

export function yamlOf(value: unknown): string {
  const key = JSON.stringify(value)
  const text = known.get(key) ?? write(value)
  // Bounded, since values of custom resources come and go.
  if (known.size < 1000) known.set(key, text)
  return text
}

function write(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, { Scalar: (_, node) => quoteLikeGo(node) })
  return document.toString({ lineWidth: 0, singleQuote: true })
}

/** Strings that would be read as another type get double quotes, other quoted strings single ones. */
function quoteLikeGo(node: Scalar): void {
  if (typeof node.value === 'string' && isTakenForOther(node.value)) node.type = 'QUOTE_DOUBLE'
}

function isTakenForOther(text: string): boolean {
  return text === '' || /^(~|null|true|false|y|n|yes|no|on|off)$/i.test(text) || !Number.isNaN(Number(text))
}
