import { describe, expect, it } from 'vitest'
import { appliedFields, partOf } from './owned-fields.ts'
import { site } from '../testing/objects.ts'

describe('partOf', () => {
  const value = {
    replicas: 3,
    paused: false,
    labels: { app: 'blog', team: 'theirs' },
    ports: [
      { port: 80, protocol: 'TCP', name: 'web' },
      { port: 53, protocol: 'UDP' },
    ],
    finalizers: ['a', 'b'],
    rules: [{ host: 'x', added: 'by the server' }],
  }
  const cases = [
    { name: 'a field', fields: { 'f:replicas': {} }, part: { replicas: 3 } },
    { name: 'a member of a map', fields: { 'f:labels': { 'f:app': {} } }, part: { labels: { app: 'blog' } } },
    {
      name: 'a map that is owned itself too',
      fields: { 'f:labels': { '.': {}, 'f:app': {} } },
      part: { labels: { app: 'blog' } },
    },
    { name: 'a map as a whole', fields: { 'f:labels': {} }, part: { labels: { app: 'blog', team: 'theirs' } } },
    {
      name: 'an item by its keys, as far as it is owned',
      fields: { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } },
      part: { ports: [{ port: 80 }] },
    },
    { name: 'an item of a set', fields: { 'f:finalizers': { 'v:"b"': {} } }, part: { finalizers: ['b'] } },
    { name: 'an item by its place', fields: { 'f:finalizers': { 'i:0': {} } }, part: { finalizers: ['a'] } },
    { name: 'a list as a whole', fields: { 'f:rules': {} }, part: { rules: [{ host: 'x', added: 'by the server' }] } },
    { name: 'nothing for what is not there', fields: { 'f:gone': {}, 'f:paused': {} }, part: { paused: false } },
    {
      name: 'no item that does not have the key',
      fields: { 'f:ports': { 'k:{"port":81,"protocol":"TCP"}': {} } },
      part: { ports: [] },
    },
  ]

  it.each(cases)('takes $name', ({ fields, part }) => {
    expect(partOf(value, fields)).toEqual(part)
  })
})

describe('appliedFields', () => {
  const entry = { manager: 'me', operation: 'Apply', apiVersion: 'web.example.dev/v1', fieldsV1: { 'f:spec': {} } }
  const cases = [
    { name: 'what was applied', entries: [entry], fields: { 'f:spec': {} } },
    { name: 'nothing of others', entries: [{ ...entry, manager: 'you' }], fields: undefined },
    { name: 'nothing that was updated', entries: [{ ...entry, operation: 'Update' }], fields: undefined },
    { name: 'nothing of a subresource', entries: [{ ...entry, subresource: 'status' }], fields: undefined },
    {
      name: 'nothing if it was in another version',
      entries: [{ ...entry, apiVersion: 'web.example.dev/v0' }],
      fields: undefined,
    },
    {
      name: 'nothing if it was in several versions',
      entries: [entry, { ...entry, apiVersion: 'web.example.dev/v0' }],
      fields: undefined,
    },
    { name: 'nothing where nothing is written down', entries: undefined, fields: undefined },
  ]

  it.each(cases)('is $name', ({ entries, fields }) => {
    expect(appliedFields(site('blog', { metadata: { managedFields: entries } }), 'me')).toEqual(fields)
  })

  it('is what was applied to a subresource, if that is asked for', () => {
    const managedFields = [{ ...entry, subresource: 'status' }]
    expect(appliedFields(site('blog', { metadata: { managedFields } }), 'me', 'status')).toEqual({ 'f:spec': {} })
  })
})
