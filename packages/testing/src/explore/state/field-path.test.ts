import { describe, expect, it } from 'vitest'
import { fieldPath, isFieldPath } from './field-path.ts'

const note = ['metadata', 'annotations', 'example.dev/note']

describe('the path of a field', () => {
  it.each([
    ['status', ['status']],
    ['status', ['status', 'zoneId']],
    ['spec.ports.0', ['spec', 'ports', '0', 'name']],
    ['spec.ports[0]', ['spec', 'ports', '0', 'name']],
    ['metadata.annotations.example.dev/note', note],
    ['metadata.annotations["example.dev/note"]', note],
    ['metadata[\'annotations\']["example.dev/note"]', note],
    ['["spec"].title', ['spec', 'title']],
    ['data["a.b"].c', ['data', 'a.b', 'c']],
  ])('%s matches %j', (text, keys) => {
    expect(fieldPath(text)(keys)).toBe(true)
  })

  it.each([
    ['status', ['statuses']],
    ['status.zoneId', ['status']],
    ['metadata.annotations["example"]', note],
    ['metadata.annotations["example.dev/note"]', ['metadata', 'annotations', 'example', 'dev/note']],
  ])('%s does not match %j', (text, keys) => {
    expect(fieldPath(text)(keys)).toBe(false)
  })

  it.each([
    'metadata.annotations["example.dev/note"',
    'metadata.annotations[example.dev/note]',
    'spec[]',
    'spec[0]name',
    7,
  ])('is not %j', (text) => {
    expect(isFieldPath(text)).toBe(false)
  })
})
