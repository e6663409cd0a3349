/** The frame of every page: navigation and connection status. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAge } from './format.ts'
import { useLink, useNow, usePage, useTable } from './page-context.tsx'
import { formatRoute, type Route } from './route.ts'

const titles: readonly (readonly [string, string])[] = [
  ['operators', 'Operators'],
  ['objects', 'Objects'],
  ['shards', 'Shards'],
  ['explore', 'Explore'],
  ['protocols', 'Protocols'],
  ['stacks', 'Stacks'],
  ['clusters', 'Clusters'],
]

export function Shell({ route, children }: { route: Route; children: ComponentChildren }) {
  const { link, server } = useLink()
  const { entries } = useTable<boolean>('pages')
  const shown = titles.filter(([name]) => entries.has(name))
  const main = useRef<HTMLElement>(null)
  const title = titles.find(([name]) => name === route.page)?.[1] ?? 'Dashboard'
  useEffect(() => {
    document.title = `${title} · ${server?.name ?? 'Kubewright'}`
  }, [title, server?.name])
  // A program without operators starts on its first available page.
  useEffect(() => {
    const [first] = shown
    if (location.hash === '' && first !== undefined && first[0] !== route.page) location.replace(formatRoute(first[0]))
  }, [shown.length])
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to content
      </a>
      <header class="top">
        <span class="brand">
          <img src="/icon.svg" alt="" width="22" height="22" /> {server?.name ?? 'Kubewright'}
        </span>
        <nav aria-label="Pages">
          {shown.map(([name, text]) => (
            <a key={name} href={formatRoute(name)} aria-current={name === route.page ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <LinkState />
      </header>
      <main id="main" ref={main} tabIndex={-1} class={link === 'lost' ? 'stale' : ''}>
        {link === 'locked' ? <Unlock /> : children}
      </main>
    </>
  )
}

function LinkState() {
  const { link, trouble, heardAt } = useLink()
  const at = useNow()
  if (link === 'lost') {
    return (
      <p class="link lost" role="status" title={trouble}>
        Not connected. The data is {heardAt === 0 ? 'old' : `${formatAge(Math.max(2_000, at - heardAt))} old`}; trying
        again.
      </p>
    )
  }
  const text = { connecting: 'Connecting …', live: 'Live', locked: 'Locked' }[link]
  return (
    <p class={`link ${link}`} role="status">
      {text}
    </p>
  )
}

/** The token prompt, for a dashboard whose access the cluster decides. */
function Unlock() {
  const { connection } = usePage()
  const { trouble } = useLink()
  const [token, setToken] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    connection.unlock(token)
  }
  return (
    <form class="card unlock" onSubmit={submit}>
      <h1>Who are you?</h1>
      <p>
        The cluster decides who may look at this dashboard. Paste a token of an account that may <code>get</code> the
        path <code>/dashboard</code>: <code>kubectl create token ACCOUNT</code>
      </p>
      <label>
        Token
        <input
          type="password"
          autocomplete="off"
          value={token}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
      </label>
      <p class="soft">{trouble}</p>
      <button type="submit" disabled={token.trim() === ''}>
        Look
      </button>
    </form>
  )
}
