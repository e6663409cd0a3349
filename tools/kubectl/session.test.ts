import { describe, expect, it } from 'vitest'
import { idsOf, parseSession } from './session.ts'

describe('parseSession', () => {
  it('reads multi-line commands, and background commands', () => {
    const text = `
# For the reader.
$ kubectl apply -f - <<END
a: b
END

& kubectl get pods --watch
$ kubectl delete pod a
& 3 lines
& kubectl wait pod/a
& ends
`
    expect(parseSession('pods', text).steps).toEqual([
      { do: 'run', command: 'kubectl apply -f - <<END\na: b\nEND' },
      { do: 'begin', command: 'kubectl get pods --watch' },
      { do: 'run', command: 'kubectl delete pod a' },
      { do: 'finish', command: 'kubectl get pods --watch', lines: 3 },
      { do: 'begin', command: 'kubectl wait pod/a' },
      { do: 'finish', command: 'kubectl wait pod/a' },
    ])
  })

  it.each([
    { name: 'a line before the first command', text: 'kubectl get pods', message: /begins with none of/ },
    { name: 'an end without a background command', text: '& ends', message: /nothing runs beside/ },
    { name: 'two background commands at once', text: '& a\n& b\n& ends', message: /b begins while a still runs/ },
    { name: 'a background command without an end', text: '& a', message: /a is never ended/ },
  ])('refuses $name', ({ text, message }) => {
    expect(() => parseSession('odd', text)).toThrow(message)
  })
})

describe('idsOf', () => {
  it('numbers repeated commands, and omits steps without output', () => {
    expect(idsOf(parseSession('s', '$ a\n& b\n$ a\n& ends'))).toEqual(['s: a', undefined, 's: a (2)', 's: b'])
  })
})
