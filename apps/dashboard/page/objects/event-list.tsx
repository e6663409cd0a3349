/** The events of an object. */
import type { EventEntry } from '@kubewright/dashboard/topics'
import { Age, Chip, Empty } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import type { PlainObject } from './plain-object.ts'

export function EventList({ object, path }: { object: PlainObject; path: string }) {
  const [, , , namespace] = path.split('/')
  const { entries, isComplete } = useTable<EventEntry>(`events:${namespace}/${object.metadata.uid}`)
  const events = [...entries].sort(([, one], [, two]) => (one.at < two.at ? 1 : -1))
  if (events.length === 0) return <Empty>{isComplete ? 'Nothing was reported.' : 'Fetching …'}</Empty>
  return (
    <ul class="plain events">
      {events.map(([uid, { type, reason, message, at, count, from }]) => (
        <li key={uid}>
          <div class="row">
            <Chip tone={type === 'Warning' ? 'bad' : 'quiet'}>{reason}</Chip>
            <span>{message}</span>
          </div>
          <span class="soft">
            {from} · <Age at={at} />
            {count > 1 ? ` · ${count} times` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
