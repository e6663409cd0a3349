/** An object as YAML, editable if allowed. */
import { lazy } from '../lazy.tsx'
import { useState } from 'preact/hooks'
import { parseDocument, stringify } from 'yaml'
import { Failure } from '../parts.tsx'
import { useDoing, useLink, usePage } from '../page-context.tsx'
import type { TabProps } from './object-page.tsx'
import { inUsualOrder, type PlainObject, withoutManagedFields } from './plain-object.ts'

const TextEditor = lazy(() => import('./text-editor.tsx').then((module) => module.TextEditor))

export function YamlTab({ path, object, isGone }: TabProps) {
  const { connection } = usePage()
  const allows = useLink().server?.allows ?? []
  const [hasManaged, setManaged] = useState(false)
  const [edited, setEdited] = useState<string>()
  const [revealed, setRevealed] = useState<PlainObject>()
  const { isBusy, failure, run } = useDoing()
  const shown = revealed ?? object
  const text = stringify(inUsualOrder(hasManaged ? shown : withoutManagedFields(shown)))
  const mayEdit = allows.includes('edit') && !isGone
  const isSecret = object.kind === 'Secret' && object.apiVersion === 'v1'
  const save = async () => {
    await connection.post('update', { path, object: parseDocument(edited!).toJS() as object })
    setEdited(undefined)
    setRevealed(undefined)
  }
  const reveal = async () => setRevealed((await connection.post('reveal', { path })) as PlainObject)
  return (
    <>
      <div class="actions">
        <label class="check">
          <input
            type="checkbox"
            checked={hasManaged}
            onChange={({ currentTarget }) => setManaged(currentTarget.checked)}
          />{' '}
          managed fields
        </label>
        {isSecret && revealed === undefined && allows.includes('secrets') ? (
          <button type="button" onClick={() => run(reveal)}>
            Show the values
          </button>
        ) : null}
        {mayEdit && edited !== undefined ? (
          <>
            <button
              type="button"
              class="main"
              disabled={isBusy || problemsIn(edited).length > 0}
              onClick={() => run(save)}
            >
              Save
            </button>
            <button type="button" disabled={isBusy} onClick={() => setEdited(undefined)}>
              Discard
            </button>
          </>
        ) : null}
        <Failure text={failure} />
      </div>
      <TextEditor
        label="The object as YAML"
        text={edited ?? text}
        isReadOnly={!mayEdit}
        check={problemsIn}
        onChange={(changed: string) => setEdited(changed === text ? undefined : changed)}
      />
    </>
  )
}

function problemsIn(text: string) {
  const document = parseDocument(text)
  return document.errors.map(({ pos, message }) => ({
    from: Math.min(pos[0], text.length),
    to: Math.min(pos[1], text.length),
    severity: 'error' as const,
    message,
  }))
}
