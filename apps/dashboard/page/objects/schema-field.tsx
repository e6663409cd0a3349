/** One field of an object: its name, its description from the schema, and its value. */
import type { SchemaNode } from '@kubewright/dashboard/topics'
import { useId, useState } from 'preact/hooks'
import { stringify } from 'yaml'
import { isPlain } from './plain-object.ts'

export interface SchemaFieldProps {
  readonly name: string
  readonly path: readonly string[]
  readonly schema: SchemaNode
  readonly value: unknown
  readonly mayEdit: boolean
  readonly onChange: (path: readonly string[], value: unknown) => void
}

export function SchemaField(props: SchemaFieldProps) {
  const { schema, value } = props
  const isGroup = schema.properties !== undefined || (isPlain(value) && Object.keys(value).length > 0)
  if (isGroup && !Array.isArray(value)) return <FieldGroup {...props} />
  return <Leaf {...props} />
}

/** Set fields come first; unset ones are offered below. */
function FieldGroup({ name, path, schema, value, mayEdit, onChange }: SchemaFieldProps) {
  const fields = isPlain(value) ? value : {}
  const known = schema.properties ?? []
  const extra = Object.keys(fields).filter((key) => !known.some(([other]) => other === key))
  const all = [...known, ...extra.map((key) => [key, schema.values ?? {}] as const)]
  const set = all.filter(([key]) => Object.hasOwn(fields, key))
  const unset = all.filter(([key]) => !Object.hasOwn(fields, key))
  const [hasAll, setAll] = useState(false)
  const shown = hasAll || set.length === 0 ? [...set, ...unset] : set
  return (
    <details class="group" open={path.length < 3}>
      <summary>
        {name} <Description text={schema.description} />
      </summary>
      <div class="fields">
        {shown.map(([key, node]) => (
          <SchemaField
            key={key}
            name={key}
            path={[...path, key]}
            schema={node}
            value={Object.hasOwn(fields, key) ? fields[key] : undefined}
            mayEdit={mayEdit}
            onChange={onChange}
          />
        ))}
        {unset.length > 0 && set.length > 0 ? (
          <button type="button" class="link-button" onClick={() => setAll(!hasAll)}>
            {hasAll ? 'Hide fields that are not set' : `Show ${unset.length} fields that are not set`}
          </button>
        ) : null}
      </div>
    </details>
  )
}

function Leaf({ name, path, schema, value, mayEdit, onChange }: SchemaFieldProps) {
  const id = useId()
  const isScalar = !isPlain(value) && !Array.isArray(value) && schema.items === undefined && schema.values === undefined
  const set = (next: unknown) => onChange(path, next)
  return (
    <div class="field">
      <label for={mayEdit && isScalar ? id : undefined}>{name}</label>
      {mayEdit && isScalar ? <Input id={id} schema={schema} value={value} onChange={set} /> : <Value value={value} />}
      <Description text={schema.description} />
    </div>
  )
}

interface InputProps {
  readonly id: string
  readonly schema: SchemaNode
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Input({ id, schema, value, onChange }: InputProps) {
  const { choices, minimum, maximum } = schema
  const type = schema.type ?? typeof value
  if (choices !== undefined || type === 'boolean') {
    const words = choices ?? ['true', 'false']
    const read = (word: string) => (word === '' ? undefined : type === 'boolean' ? word === 'true' : word)
    return (
      <select id={id} value={textOf(value)} onChange={({ currentTarget }) => onChange(read(currentTarget.value))}>
        <option value="">not set</option>
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    )
  }
  const isNumber = type === 'integer' || type === 'number'
  const read = (text: string) => (text === '' ? undefined : isNumber ? Number(text) : text)
  const common = {
    id,
    value: textOf(value),
    placeholder: schema.default === undefined ? 'not set' : `${JSON.stringify(schema.default)} if not set`,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(read(currentTarget.value)),
  }
  if (!isNumber) return <input type="text" {...common} />
  return <input type="number" min={minimum} max={maximum} step={type === 'number' ? 'any' : 1} {...common} />
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span class="soft">not set</span>
  if (typeof value !== 'object' || value === null) return <code class="value">{textOf(value)}</code>
  return <pre class="value">{stringify(value).slice(0, 10_000).trimEnd()}</pre>
}

function Description({ text }: { text: string | undefined }) {
  return text === undefined ? null : <small class="soft description">{text}</small>
}

/** The text of the input for a scalar value. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}
