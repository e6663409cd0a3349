/** The context of all components: the tables, the connection, and hooks for both. */
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { everyMs, now } from './browser-clock.ts'
import type { Connection } from './connection.ts'
import { useSubscribedValue } from './subscribed-value.ts'
import type { Table, Tables } from './tables.ts'

export interface PageParts {
  readonly tables: Tables
  readonly connection: Connection
}

export const PageContext = createContext<PageParts | undefined>(undefined)

export function usePage(): PageParts {
  const parts = useContext(PageContext)
  if (parts === undefined) throw new Error('no page around this part')
  return parts
}

/** Renders again whenever the table changes. */
export function useTable<Value>(topic: string): Table<Value> {
  const { tables } = usePage()
  useSubscribedValue(
    () => tables.table(topic).version,
    (changed) => tables.subscribe(changed),
    [tables, topic],
  )
  return tables.table(topic) as Table<Value>
}

export function useLink() {
  const { tables } = usePage()
  useSubscribedValue(
    () => `${tables.link} ${tables.trouble} ${tables.server?.run}`,
    (changed) => tables.subscribe(changed),
    [tables],
  )
  const { link, trouble, server, heardAt } = tables
  return { link, trouble, server, heardAt }
}

/** Renders again every second. For small components: an age, a countdown. */
export function useNow(): number {
  const [at, show] = useState(now)
  useEffect(() => everyMs(1_000, () => show(now())), [])
  return at
}

export interface Doing {
  readonly isBusy: boolean
  readonly failure: string
  readonly run: (work: () => Promise<unknown>) => void
}

/** The state of a request to the server, with its error. */
export function useDoing(): Doing {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  return {
    isBusy,
    failure,
    run(work) {
      setBusy(true)
      setFailure('')
      work()
        .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
        .finally(() => setBusy(false))
    },
  }
}
