/** An error with the explanation and remedy of `kubewright explain`. */
import type { ErrorEntry } from '@kubewright/dashboard/topics'
import { useEffect, useState } from 'preact/hooks'

interface Explanation {
  readonly summary: string
  readonly cause: string
  readonly remedy: string
}

/** Loaded with the first error that has a code. */
let loading: Promise<ReadonlyMap<string, Explanation>> | undefined

function explanations(): Promise<ReadonlyMap<string, Explanation>> {
  loading ??= import('../generated/error-codes.ts').then(
    ({ errorCodes }) => new Map(errorCodes.map((entry) => [entry.code, entry])),
  )
  return loading
}

export function ErrorExplanation({ error }: { error: ErrorEntry }) {
  const [found, setFound] = useState<Explanation>()
  const { code, message, isTerminal, isTimeout } = error
  useEffect(() => {
    if (code !== undefined) void explanations().then((all) => setFound(all.get(code)))
  }, [code])
  const next = isTerminal
    ? 'It waits for an edit.'
    : isTimeout
      ? 'It took too long and is tried again.'
      : 'It is tried again.'
  return (
    <div class="error">
      <p class="bad">{message}</p>
      <p class="soft">
        {code === undefined ? '' : `${code}. `}
        {next}
      </p>
      {found === undefined ? null : (
        <dl>
          <dt>Cause</dt>
          <dd>{found.cause}</dd>
          <dt>Remedy</dt>
          <dd>{found.remedy}</dd>
        </dl>
      )}
    </div>
  )
}
