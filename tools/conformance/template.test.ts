import { describe, expect, it } from 'vitest'
import { edited } from './steps.ts'
import { fillBody, fillText } from './template.ts'

const filling = {
  words: { ns: 'home' },
  saved: new Map<string, unknown>([['a', { metadata: { uid: 'u', labels: { x: 'y' } }, items: [{ n: 1 }] }]]),
}

describe('fillText', () => {
  const cases: [name: string, text: string, filled: string][] = [
    ['replaces words', '/namespaces/{ns}/pods', '/namespaces/home/pods'],
    ['reads values of earlier answers', '{{a.metadata.uid}} {{a.items.0.n}}', 'u 1'],
    ['replaces a missing value by nothing', '[{{b.metadata.uid}}]', '[]'],
    ['keeps braces of unknown words', '{"a":{other}}', '{"a":{other}}'],
  ]
  it.each(cases)('%s', (_, text, filled) => {
    expect(fillText(text, filling)).toBe(filled)
  })
})

describe('fillBody', () => {
  it('fills keys and values', () => {
    expect(fillBody({ '{ns}': ['{{a.metadata.uid}}', 5, null] }, filling)).toEqual({ home: ['u', 5, null] })
  })

  it('edits a copy of an earlier answer', () => {
    const body = edited('a', { 'metadata.labels.example~dev/z': '{ns}', 'metadata.uid': undefined })
    expect(fillBody(body, filling)).toEqual({
      metadata: { labels: { x: 'y', 'example.dev/z': 'home' } },
      items: [{ n: 1 }],
    })
    expect(filling.saved.get('a')).toMatchObject({ metadata: { uid: 'u', labels: { x: 'y' } } })
  })
})
