import { isKubewrightError } from '@kubewright/core'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { analyse } from '../analysis/analyse.ts'
import { formatTopology } from '../format-topology.ts'
import { iotSnap } from '../testing/iot-snap.ts'
import { randomTopology } from '../testing/random-topology.ts'
import { barrelArchive } from '../testing/thinking-csar.ts'
import { thinking } from '../testing/thinking.ts'
import type { Topology } from '../topology.ts'
import { readCsar } from './read-csar.ts'
import { readServiceTemplate } from './read-service-template.ts'
import { parseTopologyYaml, formatTopologyYaml } from './topology-yaml.ts'
import { writeCsar } from './write-csar.ts'
import { writeServiceTemplate } from './write-service-template.ts'

const archive = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
const meta = { 'TOSCA-Metadata/TOSCA.meta': 'TOSCA-Meta-Version: 1.0\nEntry-Definitions: Definitions/a.tosca\n' }
const ns = 'xmlns="http://docs.oasis-open.org/tosca/ns/2011/12"'
const imports = (location: string) =>
  `<Definitions ${ns}><Import importType="http://docs.oasis-open.org/tosca/ns/2011/12" location="${location}"/></Definitions>`
const withDefinitions = (text: string, more: Record<string, string> = {}) =>
  archive({ ...meta, 'Definitions/a.tosca': text, ...more })

describe('readCsar', { timeout: 120_000 }, () => {
  it.each([
    { variant: 'bare', states: 1 },
    { variant: 'plain', states: 228, hard: 206 },
    { variant: 'handlers', states: 416, hard: 372 },
    { variant: 'full', states: 1008, hard: 916 },
  ] as const)(
    'reads the archive of Thinking, $variant, in the vocabulary of Barrel',
    ({ variant, states, ...rest }) => {
      const bytes = barrelArchive(variant)
      expect(analyse(readCsar(bytes)).states).toBe(states)
      const hard = analyse(readCsar(bytes, { hardRecovery: true }))
      expect(hard.states).toBe('hard' in rest ? rest.hard : states)
    },
  )

  it('treats Crash as uncontrollable, and omits the Lifecycle prefix of operations', () => {
    const { type } = readCsar(barrelArchive('full')).nodes.get('thougths-api')!
    expect([...type.operations.keys()]).toEqual(['Setup', 'Configure', 'Run', 'Stop', 'Uninstall', 'Crash'])
    expect(type.operations.get('Crash')!.every(({ controllable }) => !controllable)).toBe(true)
  })

  it('inherits the protocol of a base type', () => {
    const derived = `<Definitions ${ns} xmlns:m="http://di.unipi.it/~soldani/mprot" xmlns:t="urn:t" targetNamespace="urn:t">
      <NodeType name="Base"><CapabilityDefinitions><CapabilityDefinition name="c"/></CapabilityDefinitions>
        <InstanceStates><InstanceState state="off"/><InstanceState state="on"><m:Offers><m:Capability name="c"/></m:Offers></InstanceState></InstanceStates>
        <m:ManagementProtocol><m:InitialState state="off"/><m:Transitions>
          <m:Transition sourceState="off" targetState="on" operationName="start" interfaceName="Own"/></m:Transitions></m:ManagementProtocol></NodeType>
      <NodeType name="Derived"><DerivedFrom typeRef="t:Base"/></NodeType>
      <ServiceTemplate id="s"><TopologyTemplate><NodeTemplate id="n" type="t:Derived"/></TopologyTemplate></ServiceTemplate></Definitions>`
    const { type } = readCsar(withDefinitions(derived)).nodes.get('n')!
    expect({ ...type, states: [...type.states.keys()], operations: [...type.operations.keys()] }).toMatchObject({
      name: 'Derived',
      capabilities: ['c'],
      states: ['off', 'on'],
      operations: ['Own:start'],
    })
  })

  it('resolves an unprefixed type in its own document if the default namespace is that of TOSCA', () => {
    const text = `<Definitions ${ns} targetNamespace="urn:t"><NodeType name="T"><InstanceStates><InstanceState state="off"/></InstanceStates></NodeType>
      <ServiceTemplate id="s"><TopologyTemplate><NodeTemplate id="n" type="T"/></TopologyTemplate></ServiceTemplate></Definitions>`
    expect(readCsar(withDefinitions(text)).initial).toEqual({ n: 'off' })
  })

  const type = `<NodeType name="T"><InstanceStates><InstanceState state="off"/></InstanceStates></NodeType>`
  const service = (content: string) =>
    `<Definitions ${ns} targetNamespace="urn:t" xmlns:t="urn:t">${type}<ServiceTemplate id="s"><TopologyTemplate>${content}</TopologyTemplate></ServiceTemplate></Definitions>`

  it.each([
    { name: 'bytes that are no archive', bytes: () => strToU8('hello'), why: 'it is not a zip archive' },
    { name: 'empty input', bytes: () => new Uint8Array(), why: 'it is not a zip archive' },
    { name: 'an archive without metadata', bytes: () => archive({ a: 'b' }), why: 'TOSCA.meta is missing' },
    { name: 'a missing entry document', bytes: () => archive(meta), why: 'Definitions/a.tosca is missing' },
    {
      name: 'an entry document outside the archive',
      bytes: () => archive({ 'TOSCA-Metadata/TOSCA.meta': 'Entry-Definitions: ../../etc/passwd\n' }),
      why: 'names no Entry-Definitions in the archive',
    },
    {
      name: 'a path with ..',
      bytes: () => archive({ ...meta, '../evil': '' }),
      why: 'the path "../evil" leads out of it',
    },
    {
      name: 'an absolute path',
      bytes: () => archive({ ...meta, '/evil': '' }),
      why: 'the path "/evil" leads out of it',
    },
    { name: 'a Windows path', bytes: () => archive({ ...meta, 'a\\..\\b': '' }), why: 'leads out of it' },
    {
      name: 'an import with ..',
      bytes: () => withDefinitions(imports('../../evil.tosca')),
      why: 'leads out of the archive',
    },
    {
      name: 'an encoded import with ..',
      bytes: () => withDefinitions(imports('%2e%2e/%2e%2e/evil.tosca')),
      why: 'leads out of the archive',
    },
    {
      name: 'an import by URL',
      bytes: () => withDefinitions(imports('http://example.com/x.tosca')),
      why: 'nothing is fetched',
    },
    {
      name: 'a missing import',
      bytes: () => withDefinitions(imports('b.tosca')),
      why: 'the file Definitions/b.tosca is missing, which Definitions/a.tosca imports',
    },
    {
      name: 'an import of itself',
      bytes: () => withDefinitions(imports('a.tosca')),
      why: 'it imports itself: Definitions/a.tosca → Definitions/a.tosca',
    },
    {
      name: 'a cycle of imports',
      bytes: () => withDefinitions(imports('b.tosca'), { 'Definitions/b.tosca': imports('a.tosca') }),
      why: 'it imports itself',
    },
    {
      name: 'an entity declaration',
      bytes: () => withDefinitions(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${imports('a')}`),
      why: 'it has a document type declaration',
    },
    {
      name: 'an unknown entity',
      bytes: () => withDefinitions(`<Definitions ${ns}>&lol;</Definitions>`),
      why: 'Invalid character entity',
    },
    {
      name: 'an element with too many attributes',
      bytes: () => withDefinitions(`<a ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
      why: 'an element has more than 1000 attributes',
    },
    {
      name: 'a terminal control character',
      bytes: () => archive({ 'TOSCA-Metadata/TOSCA.meta': 'Entry-Definitions: \u001b[31mred\n' }),
      why: 'the file \ufffd[31mred is missing',
    },
    {
      name: 'deeply nested XML',
      bytes: () => withDefinitions('<a>'.repeat(10_000)),
      why: 'elements are nested more than 64 deep',
    },
    { name: 'broken XML', bytes: () => withDefinitions('<a><b></a>'), why: 'Unexpected close tag' },
    {
      name: 'another root element',
      bytes: () => withDefinitions('<a/>'),
      why: 'its root is not the element Definitions',
    },
    {
      name: 'no service template',
      bytes: () => withDefinitions(`<Definitions ${ns}/>`),
      why: 'there is no service template',
    },
    {
      name: 'an unknown type',
      bytes: () => withDefinitions(service('<NodeTemplate id="n" type="t:X"/>')),
      why: 'there is no node type "{urn:t}X". Known: "{urn:t}T".',
    },
    {
      name: 'two nodes with one id',
      bytes: () => withDefinitions(service('<NodeTemplate id="n" type="t:T"/>'.repeat(2))),
      why: 'two node templates have the id "n"',
    },
    {
      name: 'a relationship to an unknown node',
      bytes: () => withDefinitions(service('<RelationshipTemplate><SourceElement ref="x"/></RelationshipTemplate>')),
      why: 'refers to "x", which is no requirement',
    },
  ])('refuses $name', ({ bytes, why }) => {
    expect(() => readCsar(bytes())).toThrow(why)
    expect(() => readCsar(bytes())).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^KW_PROTOCOL_(ARCHIVE|DOCUMENT)$/) }),
    )
  })

  it('refuses an archive that unpacks to more than the limit, even if it declares a smaller size', () => {
    const honest = zipSync({ bomb: new Uint8Array(8 * 2 ** 20) })
    expect(honest.length).toBeLessThan(20_000)
    const lying = honest.slice()
    const view = new DataView(lying.buffer)
    view.setUint32(22, 10, true)
    for (const bytes of [honest, lying])
      expect(() => readCsar(bytes, { limits: { unpacked: 2 ** 20 } })).toThrow('it unpacks to more than 1048576 bytes')
    expect(() => readCsar(archive({ a: 'x'.repeat(100) }), { limits: { unpacked: 50 } })).toThrow('more than 50 bytes')
    expect(() => readCsar(archive({ a: '', b: '', c: '' }), { limits: { entries: 2 } })).toThrow('more than 2 entries')
    expect(() => readCsar(honest, { limits: { archive: 100 } })).toThrow('more than the limit of 100')
  })

  it('reports damaged archives with a Kubewright error', () => {
    const whole = writeCsar(thinking('full', true) as unknown as Topology)
    const foreign: unknown[] = []
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const bytes = cut ? whole.slice(0, at) : whole.slice()
        if (!cut) bytes[at] = byte
        try {
          readCsar(bytes)
        } catch (error) {
          if (!isKubewrightError(error)) foreign.push(error)
        }
      }),
      { numRuns: 150 },
    )
    expect(foreign).toEqual([])
  })
})

const round = {
  CSAR: (topology: Topology) => readCsar(writeCsar(topology)),
  'the Simple Profile': (topology: Topology) => readServiceTemplate(writeServiceTemplate(topology)),
  YAML: (topology: Topology) => parseTopologyYaml(formatTopologyYaml(topology)),
}

describe.each(Object.entries(round))('%s', { timeout: 120_000 }, (_, again) => {
  it('round-trips every part of a topology', () => {
    for (const topology of [iotSnap, thinking('bare', false), thinking('full', true)] as unknown as Topology[])
      expect(formatTopology(again(topology))).toEqual(formatTopology(topology))
  })

  it('round-trips random topologies with replicas, costs and alternatives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const topology = randomTopology(seed, { replicas: true, costs: true })
        expect(formatTopology(again(topology))).toEqual(formatTopology(topology))
      }),
      { numRuns: 60 },
    )
  })

  it('round-trips names with special characters of XML, YAML or JavaScript', () => {
    for (const name of ['<&">\'', '__proto__', 'a: b', '- x', 'Lifecycle:Run', 'a=b|c', '{x}', 'null', '5', ' x ']) {
      const text = JSON.stringify({
        types: {
          NAME: {
            capabilities: ['NAME'],
            initial: 'NAME',
            states: { NAME: { offers: ['NAME'] } },
            operations: { NAME: { from: 'NAME', to: 'NAME' } },
          },
        },
        nodes: { NAME: 'NAME' },
        bindings: {},
      }).replaceAll('NAME', JSON.stringify(name).slice(1, -1))
      const topology = parseTopologyYaml(text)
      expect(formatTopology(again(topology))).toEqual(formatTopology(topology))
    }
  })
})

describe('writeCsar', () => {
  it('writes the same bytes for the same topology', () => {
    const topology = iotSnap as unknown as Topology
    expect(writeCsar(topology)).toEqual(writeCsar(topology))
  })
})

describe('readServiceTemplate', () => {
  const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\n'

  it('accepts given protocols, and binds a requirement to the only capability of a node', () => {
    const { nodes } = iotSnap
    const topology = readServiceTemplate(
      `${head}topology_template: { node_templates: { disk: { type: PVC }, db: { type: Database, requirements: [{ PVC: { node: disk, relationship: tosca.relationships.HostedOn } }] } } }`,
      { types: { PVC: nodes.get('PVC')!.type, Database: nodes.get('Postgres')!.type } },
    )
    expect(topology.bindings).toEqual([
      { node: 'db', requirement: 'PVC', to: [{ node: 'disk', capability: 'Storage' }] },
    ])
    expect(topology.nodes.get('db')!.container).toBe('disk')
  })

  it.each([
    { name: 'a document that is no service template', text: 'a: b', why: 'it has no tosca_definitions_version' },
    { name: 'a list', text: '[]', why: 'it is not a YAML mapping' },
    { name: 'broken YAML', text: 'a: [', why: 'Cannot read the service template' },
    {
      name: 'a type without a protocol',
      text: `${head}node_types: { T: {} }\ntopology_template: { node_templates: { n: { type: T } } }`,
      why: 'the node type "T" has no management protocol',
    },
    {
      name: 'a missing import',
      text: `${head}imports: [x.yaml]`,
      why: 'it imports "x.yaml", which is not among the given files',
    },
    {
      name: 'a cycle of imports',
      text: `${head}imports: [a.yaml]`,
      files: new Map([
        ['a.yaml', 'imports: [b.yaml]'],
        ['b.yaml', 'imports: [a.yaml]'],
      ]),
      why: 'it imports itself',
    },
    {
      name: 'a YAML alias bomb',
      text: `${head}${Array.from({ length: 30 }, (_, level) => `a${level}: &a${level} [${level === 0 ? 'x' : `*a${level - 1}, *a${level - 1}`}]`).join('\n')}`,
      why: 'Excessive alias count',
    },
    { name: 'a duplicate key', text: 'a: 1\nb: { c: 1, c: 2 }', why: 'the key "c" occurs twice' },
    { name: 'deeply nested block YAML', text: '- '.repeat(500_000), why: 'it is nested too deeply' },
    {
      name: 'YAML nested deeply enough to overflow the stack',
      text: '{'.repeat(500_000),
      why: 'it is nested too deeply',
    },
  ])('refuses $name', ({ text, why, files }) => {
    const read = () => readServiceTemplate(text, files === undefined ? {} : { files })
    expect(read).toThrow(why)
    expect(read).toThrow(expect.objectContaining({ code: 'KW_PROTOCOL_DOCUMENT' }))
  })
})
