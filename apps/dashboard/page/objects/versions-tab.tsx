/** The differences between two versions of an object, with their field managers. */
import { useState } from 'preact/hooks'
import { stringify } from 'yaml'
import { formatClock } from '../format.ts'
import { Empty } from '../parts.tsx'
import { fieldChanges } from './field-changes.ts'
import { versionsOf } from './object-versions.ts'
import type { PlainObject } from './plain-object.ts'

export function VersionsTab({ path }: { path: string }) {
  const versions = versionsOf(path)
  const [chosen, choose] = useState<{ readonly from?: string; readonly to?: string }>({})
  if (versions.length < 2) {
    return (
      <Empty>
        Only one version has been seen. Leave the page open: whatever changes from now on is shown here, with who
        changed it.
      </Empty>
    )
  }
  const find = (version: string | undefined) => versions.find(({ metadata }) => metadata.resourceVersion === version)
  const to = find(chosen.to) ?? versions.at(-1)!
  const from = find(chosen.from) ?? versions[0]!
  const changes = fieldChanges(from, to)
  return (
    <>
      <div class="row pick">
        <VersionPick
          label="From"
          versions={versions}
          value={from}
          onPick={(version) => choose({ ...chosen, from: version })}
        />
        <VersionPick
          label="To"
          versions={versions}
          value={to}
          onPick={(version) => choose({ ...chosen, to: version })}
        />
      </div>
      {changes.length === 0 ? <Empty>Only the resourceVersion differs.</Empty> : null}
      <ul class="plain changes">
        {changes.map(({ path: field, before, after, by }) => (
          <li key={field}>
            <div class="row">
              <code>{field}</code>
              <span class="soft">{by.length === 0 ? 'no field manager' : `by ${by.join(', ')}`}</span>
            </div>
            {before === undefined ? null : (
              <pre class="removed" aria-label="before">
                {textOf(before)}
              </pre>
            )}
            {after === undefined ? null : (
              <pre class="added" aria-label="after">
                {textOf(after)}
              </pre>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface PickProps {
  readonly label: string
  readonly versions: readonly PlainObject[]
  readonly value: PlainObject
  readonly onPick: (version: string) => void
}

function VersionPick({ label, versions, value, onPick }: PickProps) {
  return (
    <label>
      {label}{' '}
      <select
        value={value.metadata.resourceVersion ?? ''}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
      >
        {versions.map((one) => (
          <option key={one.metadata.resourceVersion} value={one.metadata.resourceVersion}>
            {one.metadata.resourceVersion} {lastChange(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The time and the field manager of the last change, from the managed fields. */
function lastChange({ metadata: { managedFields = [] } }: PlainObject): string {
  const last = [...managedFields]
    .filter(({ time }) => time !== undefined)
    .sort((one, two) => (one.time! < two.time! ? 1 : -1))[0]
  return last === undefined ? '' : `· ${formatClock(Date.parse(last.time!))} ${last.manager ?? ''}`
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : stringify(value)
  return text.length > 4_000 ? `${text.slice(0, 4_000)}…` : text.trimEnd()
}
