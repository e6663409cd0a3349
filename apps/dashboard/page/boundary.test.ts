import { h, render } from 'preact'
import { useState } from 'preact/hooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Boundary } from './boundary.tsx'

/** The part of a DOM that rendering needs: elements, texts and their children. */
class FakeNode {
  readonly childNodes: FakeNode[] = []
  readonly attributes: unknown[] = []
  readonly style = {}
  readonly ownerDocument = { createElementNS: make, createElement: make, createTextNode: text }
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml'
  parentNode: FakeNode | null = null
  readonly localName: string
  readonly nodeType: number
  data: string

  constructor(localName: string, nodeType = 1, data = '') {
    this.localName = localName
    this.nodeType = nodeType
    this.data = data
  }
  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null
  }
  get nextSibling(): FakeNode | null {
    const all = this.parentNode?.childNodes ?? []
    return all[all.indexOf(this) + 1] ?? null
  }
  get textContent(): string {
    return this.data + this.childNodes.map((one) => one.textContent).join('')
  }
  insertBefore(node: FakeNode, before: FakeNode | null): FakeNode {
    node.remove()
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, node)
    node.parentNode = this
    return node
  }
  removeChild(node: FakeNode): void {
    this.childNodes.splice(this.childNodes.indexOf(node), 1)
    node.parentNode = null
  }
  remove(): void {
    this.parentNode?.removeChild(this)
  }
  contains(): boolean {
    return false
  }
  setAttribute(): void {}
  removeAttribute(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}

function make(first: string, second?: unknown): FakeNode {
  return new FakeNode(typeof second === 'string' ? second : first)
}

function text(data: string): FakeNode {
  return new FakeNode('#text', 3, data)
}

beforeEach(() => {
  vi.stubGlobal('document', { createElementNS: make, createElement: make, createTextNode: text })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => void (vi.unstubAllGlobals(), vi.restoreAllMocks()))

function Hostile({ text: shown }: { text: string }) {
  useState(0)
  if (shown === 'hostile') throw new RangeError('Maximum call stack size exceeded')
  return h('p', null, shown)
}

it('an error boundary names what cannot be shown and the remedy, keeps the rest, and shows the next content', async () => {
  const root = new FakeNode('main')
  const show = async (shown: string) => {
    const part = h(Boundary, { what: 'This story', which: shown, children: h(Hostile, { text: shown }) })
    render([h('h1', null, 'Explore '), part], root as never)
    await vi.waitFor(() => expect(root.textContent).toContain(shown === 'hostile' ? 'cannot be shown' : shown))
    return root.textContent
  }
  const failed = await show('hostile')
  expect(failed).toContain('Explore')
  expect(failed).toContain('This story cannot be shown: Maximum call stack size exceeded')
  expect(failed).toMatch(/Go back.*reload/)
  expect(await show('harmless')).toBe('Explore harmless')
  expect(await show('hostile')).toContain('This story cannot be shown')
})
