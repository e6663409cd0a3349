/** Stops or restarts a shard, if the served program runs it itself. */
import type { ShardProcessEntry } from '@kubewright/dashboard/topics'
import { useState } from 'preact/hooks'
import { Failure } from '../parts.tsx'
import { useDoing, usePage } from '../page-context.tsx'

export function ShardButton({ process: { shard, isRunning } }: { process: ShardProcessEntry }) {
  const { connection } = usePage()
  const doing = useDoing()
  const [isAsked, setAsked] = useState(false)
  const post = (action: string) => {
    setAsked(false)
    doing.run(() => connection.post(action, { shard }))
  }
  const failure = <Failure text={doing.failure} />
  if (!isRunning) {
    return (
      <>
        <button type="button" disabled={doing.isBusy} onClick={() => post('start-shard')}>
          Start {shard}
        </button>
        {failure}
      </>
    )
  }
  if (!isAsked) {
    return (
      <>
        <button type="button" disabled={doing.isBusy} onClick={() => setAsked(true)}>
          Kill {shard} …
        </button>
        {failure}
      </>
    )
  }
  return (
    <span class="actions" role="group" aria-label={`Kill ${shard}?`}>
      <span>It ends at once, and others take its work.</span>
      <button type="button" class="main" onClick={() => post('kill-shard')}>
        Kill it
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        Keep it
      </button>
    </span>
  )
}
