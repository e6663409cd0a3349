/**
 * The format of a kubectl session: a file that reads like a terminal, with commands but without output, since that comes from a
 * real server whenever the session runs.
 *
 * ```text
 * # A line like this is for the reader.
 * $ kubectl create configmap settings --from-literal=a=1
 * $ kubectl apply -f - <<END
 * …
 * END
 * & kubectl get configmaps --watch     begins, prints something, and goes on beside the commands that follow
 * & 3 lines                            waits until it has printed so many, and ends it
 * & ends                               or waits until it ends by itself
 * ```
 *
 * A command extends to the next line that begins with one of the three signs. A shell runs it, in `test/kubectl`. Commands of a
 * session share a namespace named after it, which is kubectl's default.
 */

export interface Session {
  readonly name: string
  readonly steps: readonly SessionStep[]
}

export type SessionStep =
  | { readonly do: 'run'; readonly command: string }
  | { readonly do: 'begin'; readonly command: string }
  /** `lines` absent: it ends by itself. */
  | { readonly do: 'finish'; readonly command: string; readonly lines?: number }

/** Failure: throws if a line is none of the above, or `& ends` has no running command. */
export function parseSession(name: string, text: string): Session {
  const steps: SessionStep[] = []
  let beside: string | undefined
  for (const { sign, body } of blocksOf(name, text)) {
    if (sign === '$') steps.push({ do: 'run', command: body })
    const ending = sign === '&' ? readEnding(body) : undefined
    if (sign === '&' && ending === undefined) {
      if (beside !== undefined) throw new Error(`${name}: ${body} begins while ${beside} still runs.`)
      steps.push({ do: 'begin', command: (beside = body) })
    }
    if (ending === undefined) continue
    if (beside === undefined) throw new Error(`${name}: & ${body}, but nothing runs beside.`)
    steps.push({ do: 'finish', command: beside, ...ending })
    beside = undefined
  }
  if (beside !== undefined) throw new Error(`${name}: ${beside} is never ended.`)
  return { name, steps }
}

/** The ids of compared steps: a step that starts a background command has no outcome yet. */
export function idsOf({ name, steps }: Session): readonly (string | undefined)[] {
  const seen = new Map<string, number>()
  return steps.map((step) => {
    if (step.do === 'begin') return undefined
    const [title = ''] = step.command.split('\n')
    const id = `${name}: ${title}`
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    return times === 1 ? id : `${id} (${times})`
  })
}

interface Block {
  readonly sign: string
  readonly body: string
}

function blocksOf(name: string, text: string): Block[] {
  const blocks: { sign: string; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const [, sign, rest] = /^([$&#]) ?(.*)$/.exec(line) ?? []
    if (sign !== undefined) blocks.push({ sign, lines: [rest ?? ''] })
    else if (blocks.length > 0) blocks.at(-1)!.lines.push(line)
    else if (line.trim() !== '') throw new Error(`${name}: the first line begins with none of $ & #: ${line}`)
  }
  return blocks.map(({ sign, lines }) => ({ sign, body: lines.join('\n').trimEnd() }))
}

function readEnding(body: string): { readonly lines?: number } | undefined {
  if (body === 'ends') return {}
  const [, lines] = /^(\d+) lines?$/.exec(body) ?? []
  return lines === undefined ? undefined : { lines: Number(lines) }
}
