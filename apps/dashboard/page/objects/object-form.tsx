/** An object as a form, generated from the schema of its kind: every field with its description, editable if allowed. */
import type { SchemaNode } from '@kubewright/dashboard/topics'
import { useEffect, useState } from 'preact/hooks'
import { Chip, Empty, Failure, type Tone } from '../parts.tsx'
import { useDoing, useLink, usePage } from '../page-context.tsx'
import { draftOf, patchOf, setAt } from './draft.ts'
import type { TabProps } from './object-page.tsx'
import { isPlain, type PlainObject } from './plain-object.ts'
import { SchemaField } from './schema-field.tsx'

/** Shown elsewhere on the page, or of no use to people. */
const leftOut: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

export function ObjectForm({ path, object, isGone }: TabProps) {
  const { connection } = usePage()
  const { schema, isSettled } = useSchema(path)
  const allows = useLink().server?.allows ?? []
  const [changes, setChanges] = useState<readonly (readonly [readonly string[], unknown])[]>([])
  const { isBusy, failure, run } = useDoing()
  // Without a schema, a number could not be distinguished from a string.
  const mayEdit = isSettled && allows.includes('edit') && !isGone && object.kind !== 'Secret'
  const shown = draftOf(object, changes)
  const save = async () => {
    await connection.post('patch', { path, patch: patchOf(changes) })
    setChanges([])
  }
  const fields = (schema?.properties ?? fieldsOf(object)).filter(([name]) => !leftOut.has(name))
  return (
    <>
      <Conditions object={object} />
      <Facts object={object} />
      {fields.length === 0 ? <Empty>This kind has no fields beside its metadata.</Empty> : null}
      <form class="fields" onSubmit={(event) => (event.preventDefault(), run(save))}>
        {fields.map(([name, node]) => (
          <SchemaField
            key={name}
            name={name}
            path={[name]}
            schema={node}
            value={shown[name]}
            mayEdit={mayEdit}
            onChange={(at, value) => setChanges((all) => setAt(all, at, value))}
          />
        ))}
        {changes.length === 0 ? null : (
          <div class="actions sticky">
            <button type="submit" class="main" disabled={isBusy}>
              Save {changes.length === 1 ? 'one change' : `${changes.length} changes`}
            </button>
            <button type="button" disabled={isBusy} onClick={() => setChanges([])}>
              Discard
            </button>
          </div>
        )}
        <Failure text={failure} />
      </form>
      {isPlain(object['status']) ? (
        <div class="fields">
          <SchemaField
            name="status"
            path={['status']}
            schema={schema?.properties?.find(([name]) => name === 'status')?.[1] ?? {}}
            value={object['status']}
            mayEdit={false}
            onChange={() => undefined}
          />
        </div>
      ) : null}
    </>
  )
}

function fieldsOf(object: PlainObject): readonly (readonly [string, SchemaNode])[] {
  return Object.keys(object).map((name) => [name, {}] as const)
}

const schemas = new Map<string, Promise<SchemaNode | undefined>>()

/** A kind without a schema is shown without descriptions. */
function useSchema(path: string): { readonly schema?: SchemaNode | undefined; readonly isSettled: boolean } {
  const { connection } = usePage()
  const kind = path.split('/').slice(0, 3).join('/')
  const [found, setFound] = useState<{ readonly schema?: SchemaNode | undefined; readonly isSettled: boolean }>({
    isSettled: false,
  })
  useEffect(() => {
    const loading =
      schemas.get(kind) ??
      connection.get(`/api/v1/schema?kind=${encodeURIComponent(kind)}`).then(
        (answer) => (answer['schema'] as SchemaNode | null) ?? undefined,
        () => {
          schemas.delete(kind)
          return undefined
        },
      )
    schemas.set(kind, loading)
    void loading.then((schema) => setFound({ schema, isSettled: true }))
  }, [kind])
  return found
}

function Conditions({ object }: { object: PlainObject }) {
  const status = object['status']
  const conditions = isPlain(status) && Array.isArray(status['conditions']) ? status['conditions'].filter(isPlain) : []
  if (conditions.length === 0) return null
  return (
    <ul class="plain conditions" aria-label="Conditions">
      {conditions.map((one, index) => (
        <li key={index} class="row">
          <Chip tone={conditionTone(one)}>
            {String(one['type'])} {String(one['status'])}
          </Chip>
          <span>{text(one['reason'])}</span>
          <span class="soft">{text(one['message'])}</span>
        </li>
      ))}
    </ul>
  )
}

function conditionTone({ type, status }: Readonly<Record<string, unknown>>): Tone {
  const isAlarm = /^(Stalled|Failed|Degraded|ReplicaFailure|.*Pressure)$/.test(String(type))
  if (status === 'Unknown') return 'busy'
  return (status === 'True') === isAlarm ? 'bad' : 'good'
}

function Facts({ object: { metadata } }: { object: PlainObject }) {
  const labels = Object.entries((metadata['labels'] ?? {}) as Readonly<Record<string, string>>)
  if (labels.length === 0) return null
  return (
    <ul class="labels" aria-label="Labels">
      {labels.map(([name, value]) => (
        <li key={name}>
          {name}={value}
        </li>
      ))}
    </ul>
  )
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
