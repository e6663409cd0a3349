import { describe, expect, it } from 'vitest'
import { appliedFields, partOf } from './owned-fields.ts'
import { site } from '../testing/objects.ts'

describe('partOf, the part of a value that managedFields name', () => {
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
    { name: 'a key of a map', fields: { 'f:labels': { 'f:app': {} } }, part: { labels: { app: 'blog' } } },
    {
      name: 'a map that is itself owned, with its owned keys',
      fields: { 'f:labels': { '.': {}, 'f:app': {} } },
      part: { labels: { app: 'blog' } },
    },
    { name: 'an atomic map', fields: { 'f:labels': {} }, part: { labels: { app: 'blog', team: 'theirs' } } },
    {
      name: 'the owned fields of a list item found by its keys',
      fields: { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } },
      part: { ports: [{ port: 80 }] },
    },
    { name: 'an item of a set', fields: { 'f:finalizers': { 'v:"b"': {} } }, part: { finalizers: ['b'] } },
    { name: 'a list item found by its index', fields: { 'f:finalizers': { 'i:0': {} } }, part: { finalizers: ['a'] } },
    { name: 'an atomic list', fields: { 'f:rules': {} }, part: { rules: [{ host: 'x', added: 'by the server' }] } },
    { name: 'nothing for a field that is missing', fields: { 'f:gone': {}, 'f:paused': {} }, part: { paused: false } },
    {
      name: 'no list item with another key',
      fields: { 'f:ports': { 'k:{"port":81,"protocol":"TCP"}': {} } },
      part: { ports: [] },
    },
  ]

  it.each(cases)('returns $name', ({ fields, part }) => {
    expect(partOf(value, fields)).toEqual(part)
  })
})

describe('appliedFields, the fields that a manager applied', () => {
  const entry = { manager: 'me', operation: 'Apply', apiVersion: 'web.example.dev/v1', fieldsV1: { 'f:spec': {} } }
  const cases = [
    { name: 'fields that the manager applied', entries: [entry], fields: { 'f:spec': {} } },
    { name: 'nothing of another manager', entries: [{ ...entry, manager: 'you' }], fields: undefined },
    { name: 'nothing for an Update operation', entries: [{ ...entry, operation: 'Update' }], fields: undefined },
    { name: 'nothing of a subresource', entries: [{ ...entry, subresource: 'status' }], fields: undefined },
    {
      name: 'nothing for another API version',
      entries: [{ ...entry, apiVersion: 'web.example.dev/v0' }],
      fields: undefined,
    },
    {
      name: 'nothing if there are entries of several API versions',
      entries: [entry, { ...entry, apiVersion: 'web.example.dev/v0' }],
      fields: undefined,
    },
    { name: 'nothing without managedFields', entries: undefined, fields: undefined },
  ]

  it.each(cases)('returns $name', ({ entries, fields }) => {
    expect(appliedFields(site('blog', { metadata: { managedFields: entries } }), 'me')).toEqual(fields)
  })

  it('returns the fields of a subresource if asked for it', () => {
    const managedFields = [{ ...entry, subresource: 'status' }]
    expect(appliedFields(site('blog', { metadata: { managedFields } }), 'me', 'status')).toEqual({ 'f:spec': {} })
  })
})
