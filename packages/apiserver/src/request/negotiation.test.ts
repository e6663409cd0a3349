import { describe, expect, it } from 'vitest'
import { parseAccept } from './accept-header.ts'
import { builtInMediaTypes, findForm, negotiate } from './negotiation.ts'

const scope = {
  renderings: ['Object', 'Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'],
  mediaTypes: builtInMediaTypes,
} as const
const asking = (accept: string, query = '', agent = 'test') => ({
  headers: { accept, 'user-agent': agent },
  query: new URLSearchParams(query),
})
const json = { mediaType: 'application/json', rendering: 'Object', version: 'v1', isPretty: false }

describe('parseAccept', () => {
  it.each([
    ['a/b;q=0.1,c/d;q=0.9', ['c/d', 'a/b']],
    ['*/*,a/*,a/b', ['a/b', 'a/*', '*/*']],
    // By RFC 9110 the wildcard would come first.
    ['*/*;q=0.9,a/b;q=0.1', ['a/b', '*/*']],
    ['*', ['*/*']],
    ['a,a/b/c,,a/b', ['a/b']],
  ])('orders %s by preference', (header, expected) => {
    expect(parseAccept(header).map(({ type, subtype }) => `${type}/${subtype}`)).toEqual(expected)
  })
})

describe('negotiate', () => {
  const table = (version = 'v1') => `application/json;as=Table;g=meta.k8s.io;v=${version}`

  it.each([
    ['', json],
    ['*/*', json],
    ['application/*', json],
    ['application/yaml', { ...json, mediaType: 'application/yaml' }],
    ['application/json;q=0.1,application/yaml;q=0.9', { ...json, mediaType: 'application/yaml' }],
    ['application/vnd.kubernetes.protobuf,application/json', json],
    [table(), { ...json, rendering: 'Table' }],
    [table('v1beta1'), { ...json, rendering: 'Table', version: 'v1beta1' }],
    [`${table('v2')},application/json`, json],
    ['application/json;stream=watch', json],
    ['application/json;pretty=1', { ...json, isPretty: true }],
  ])('selects the form for %j', (accept, form) => {
    expect(negotiate(asking(accept), scope)).toEqual(form)
  })

  it.each(['text/html', 'APPLICATION/JSON', table('v2'), 'application/json;as=Table', 'application/yaml;stream=watch'])(
    'refuses %j',
    (accept) => {
      expect(findForm(asking(accept), scope)).toBeUndefined()
      expect(() => negotiate(asking(accept), scope)).toThrow(
        'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      )
    },
  )

  it.each([
    ['pretty=1', 'test', true],
    ['pretty=T', 'test', true],
    ['pretty=false', 'curl/8', false],
    ['pretty=', 'curl/8', true],
    ['', 'Mozilla/5.0 (X11)', true],
  ])('is pretty-printed with ?%s and user agent %s: %s', (query, agent, isPretty) => {
    expect(negotiate(asking('', query, agent), scope)).toEqual({ ...json, isPretty })
  })
})
