/** Small components shared by all pages. */
import type { ComponentChildren } from 'preact'
import { formatAge } from './format.ts'
import { useNow } from './page-context.tsx'

export type Tone = 'good' | 'busy' | 'bad' | 'quiet'

const marks: Readonly<Record<Tone, string>> = { good: '✓', busy: '…', bad: '!', quiet: '·' }

/** A tone is never conveyed by colour alone. */
export function Chip({ tone, children, title }: { tone: Tone; children: ComponentChildren; title?: string }) {
  return (
    <span class={`chip ${tone}`} title={title}>
      <span aria-hidden="true">{marks[tone]}</span> {children}
    </span>
  )
}

export function Age({ at }: { at: number | string }) {
  const time = typeof at === 'number' ? at : Date.parse(at)
  const passed = useNow() - time
  if (Number.isNaN(new Date(time).getTime())) return <span class="soft">–</span>
  return <time dateTime={new Date(time).toISOString()}>{formatAge(passed)}</time>
}

export function Problem({ children }: { children: ComponentChildren }) {
  return (
    <p class="problem" role="status">
      {children}
    </p>
  )
}

/** The error of a request. */
export function Failure({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p class="problem bad" role="alert">
      {text}
    </p>
  )
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}

export function SearchBox({
  label,
  value,
  onInput,
}: {
  label: string
  value: string
  onInput: (text: string) => void
}) {
  return (
    <input
      type="search"
      class="search"
      aria-label={label}
      placeholder={label}
      value={value}
      spellcheck={false}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  )
}

export interface Tab {
  readonly name: string
  readonly label: string
  readonly href: string
  readonly count?: number
}

export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, label: text, href, count }) => (
        <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {text}
          {count === undefined || count === 0 ? null : <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  )
}
