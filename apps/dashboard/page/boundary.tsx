/** An error boundary around untrusted content: a part that fails to render leaves the rest of the page intact. */
import type { ComponentChildren } from 'preact'
import { useErrorBoundary, useRef } from 'preact/hooks'

export interface BoundaryProps {
  /** The subject of the message: `This page`. */
  readonly what: string
  /** The identity of the content. A change retries rendering. */
  readonly which: string
  readonly children: ComponentChildren
}

export function Boundary({ what, which, children }: BoundaryProps) {
  const failed = useRef<string | undefined>(undefined)
  const [error, again] = useErrorBoundary((cause) => {
    failed.current = which
    console.error(cause)
  }) as [unknown, () => void]
  if (failed.current !== which) failed.current = undefined
  if (error === undefined || failed.current === undefined) return <>{children}</>
  return (
    <section class="card" role="alert">
      <p class="problem bad">
        {what} cannot be shown: {error instanceof Error ? error.message : 'it failed without a reason'}
      </p>
      <p>Its data is not in the expected form. Go back, choose something else, or reload the page.</p>
      <div class="actions">
        <button type="button" onClick={again}>
          Try again
        </button>
        <button type="button" onClick={() => history.back()}>
          Back
        </button>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    </section>
  )
}
