/** A YAML editor that checks the text while typing. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'preact/hooks'

export interface TextEditorProps {
  readonly label: string
  readonly text: string
  readonly isReadOnly: boolean
  /** Returns the problems of the text. Pure. */
  readonly check?: (text: string) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  /** A range to scroll to. A new object scrolls again. */
  readonly show?: { readonly from: number; readonly to: number } | undefined
  readonly onChange?: (text: string) => void
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'tok-name' },
  { tag: [tags.string, tags.special(tags.string), tags.content], class: 'tok-text' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], class: 'tok-value' },
  { tag: tags.comment, class: 'tok-comment' },
])

/** Marks a text that comes from outside of the editor: reporting it would overwrite a newer one. */
const replaced = Annotation.define<true>()

function extensionsFor({ label, isReadOnly, check, onChange }: TextEditorProps): Extension[] {
  return [
    EditorView.cspNonce.of(document.body.dataset['nonce'] ?? ''),
    lineNumbers(),
    foldGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    yaml(),
    syntaxHighlighting(colors),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.lineWrapping,
    ...(check === undefined
      ? []
      : [lintGutter(), linter(async ({ state }) => [...(await check(state.doc.toString()))], { delay: 200 })]),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (docChanged && !transactions.some((one) => one.annotation(replaced))) onChange?.(state.doc.toString())
    }),
  ]
}

/** New text from the server replaces the shown text only while it is not being edited. */
export function TextEditor(props: TextEditorProps) {
  const { text, isReadOnly, show } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const latest = useRef(props)
  latest.current = props
  /** Texts reported by the editor that have not come back as a prop yet. */
  const told = useRef<string[]>([])
  useEffect(() => {
    const onChange = (changed: string) => {
      told.current.push(changed)
      latest.current.onChange?.(changed)
    }
    const state = EditorState.create({ doc: text, extensions: extensionsFor({ ...props, onChange }) })
    view.current = new EditorView({ state, parent: box.current! })
    return () => view.current?.destroy()
  }, [isReadOnly])
  useEffect(() => {
    const { current } = view
    // With fast typing, an older text comes back as a prop after a newer one was typed. It must not replace the newer one.
    const echo = told.current.indexOf(text)
    told.current = echo < 0 ? [] : told.current.slice(echo + 1)
    if (echo >= 0 || current === undefined || current.state.doc.toString() === text) return
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: text },
      annotations: replaced.of(true),
    })
  }, [text])
  useEffect(() => {
    const { current } = view
    if (current === undefined || show === undefined) return
    const most = current.state.doc.length
    const selection = { anchor: Math.min(show.from, most), head: Math.min(show.to, most) }
    current.dispatch({ selection, scrollIntoView: true })
    current.focus()
  }, [show])
  return <div class="editor" ref={box} />
}
