/** P17: words of a platform that do something. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P17', test: 'test/trust/p17-content.test.ts' };
const markdown = { ...base, file: 'renderer/screens/note/SafeMarkdown.tsx' };

export const mutants: readonly Mutant[] = [
  { ...base, name: 'dangerouslySetInnerHTML', why: 'a note runs in the page', file: 'renderer/screens/note/Documents.tsx', within: 'PlainText', find: '<p key={index} className="spoken">{paragraph}</p>', replace: '<p key={index} className="spoken" dangerouslySetInnerHTML={{ __html: paragraph }} />', testName: 'scripts \\d$' },
  { ...markdown, name: 'links that lead away', why: 'a word in a note opens a page of a stranger', within: 'SafeMarkdown', find: 'a: ({ children, href }) => <span className="outside-link">{children}{href !== undefined && href !== \'\' && <span className="quiet"> ({href})</span>}</span>,', replace: '', testName: 'links 2[5-7]\\d' },
  { ...markdown, name: 'pictures that load', why: 'opening a note tells a stranger that it was opened', within: 'SafeMarkdown', find: "img: ({ alt }) => <span className=\"quiet\">{t('document.image', { alt: alt ?? '' })}</span>,", replace: '', testName: 'links 2[5-7]\\d' },
  { ...base, name: 'sections by an object\'s names', why: 'a section called constructor takes the page down', file: 'shared/emr-sections.ts', within: 'emrSections', find: 'key: alias.get(key) ?? key,', replace: "key: ({ diagnoses: 'diagnosis' } as Record<string, string>)[key] ?? key,", testName: 'prototype|templates 34\\d' },
  { ...base, name: 'Markdown of any shape', why: 'five kilobytes of quotes freeze the page', file: 'renderer/words/layout.ts', within: 'canLayOut', find: "  return !text.split('\\n').some(isTooDeep);", replace: '  return true;', testName: 'quotes and lists' },
  { ...base, name: 'EMR documents of any length', why: 'a list without end freezes the page', file: 'renderer/words/layout.ts', within: 'canDraw', find: 'return lines.length <= MOST_ROWS &&', replace: 'return', testName: 'thousand codes' },
  { ...base, name: 'EMR documents of any depth', why: 'brackets without end break the store', file: 'main/platform/decode.ts', within: 'shape', find: 'readJsonWithin(Buffer.from(text), answerLimits)', replace: 'JSON.parse(text)', testName: 'kept as text' },
  { ...base, name: 'names as they come', why: 'a name turns round the words beside it', file: 'main/platform/line.ts', within: 'line', find: ".replace(turning, '')", replace: '', testName: 'one line' },
  { ...base, name: 'lists of any length', why: 'a hundred thousand tabs', file: 'main/platform/decode.ts', within: 'decodeItems', find: 'items.slice(0, MOST_DOCUMENTS).map(decodeItem)', replace: 'items.map(decodeItem)', testName: 'lists of a hundred' },
];
