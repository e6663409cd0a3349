/** A virtual list: only visible rows are in the document, so ten thousand rows cost as much as thirty. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface VirtualListProps<Item> {
  /** For screen readers. */
  readonly label: string
  readonly items: readonly Item[]
  readonly rowHeight: number
  readonly keyOf: (item: Item) => string
  readonly row: (item: Item) => ComponentChildren
}

/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const spare = 8

export function VirtualList<Item>({ label, items, rowHeight, keyOf, row }: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  useEffect(() => {
    const element = box.current!
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const sized = new ResizeObserver(look)
    sized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare)
  const shown = items.slice(first, first + Math.ceil(view.height / rowHeight) + 2 * spare)
  return (
    <div class="virtual" ref={box} role="list" aria-label={label} tabIndex={0}>
      <div style={{ height: `${first * rowHeight}px` }} role="presentation" />
      {shown.map((item, index) => (
        <div
          key={keyOf(item)}
          role="listitem"
          aria-setsize={items.length}
          aria-posinset={first + index + 1}
          style={{ height: `${rowHeight}px` }}
        >
          {row(item)}
        </div>
      ))}
      <div
        style={{ height: `${Math.max(0, items.length - first - shown.length) * rowHeight}px` }}
        role="presentation"
      />
    </div>
  )
}
