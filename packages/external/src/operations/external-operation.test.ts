import { expect, it } from 'vitest'
import { formatOperation, parseOperation } from './external-operation.ts'

it.each([
  { verb: 'create', id: '/operations/7' },
  { verb: 'update', id: 'https://api.example.dev/o?a=b c' },
  { verb: 'delete', id: 'two\nlines' },
] as const)('an operation survives format and parse: $verb $id', (operation) => {
  expect(parseOperation(formatOperation(operation))).toEqual(operation)
})

it.each([undefined, '', 'create', 'create ', 'verify x', 'Create x', ' create x'])(
  'the annotation %j is not parsed as an operation',
  (text) => {
    expect(parseOperation(text)).toBeUndefined()
  },
)
