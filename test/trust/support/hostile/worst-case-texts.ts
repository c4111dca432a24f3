/**
 * Texts of the right signs to keep a Markdown parser, a list or a page busy; each takes a length in
 * characters.
 */
export const worstCaseTexts: Readonly<Record<string, (length: number) => string>> = {
  prose: (n) => 'Patient says fever since two days. '.repeat(n / 35),
  'quotes in quotes': (n) => '>'.repeat(n),
  'many lines of deep quotes': (n) => `${'> '.repeat(15)}x\n`.repeat(n / 32),
  'lists in lists': (n) =>
    Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, depth) => `${' '.repeat(2 * depth)}- x`)
      .join('\n')
      .slice(0, n),
  'quotes and lists in one another': (n) => '> - '.repeat(n / 4),
  'numbers in numbers': (n) => '1. '.repeat(n / 3),
  brackets: (n) => '['.repeat(n),
  'bracket pairs': (n) => '[a]'.repeat(n / 3),
  links: (n) => '[a](b)'.repeat(n / 6),
  'links in links': (n) => `${'['.repeat(n / 4)}a${'](b)'.repeat(n / 8)}`,
  pictures: (n) => '![a](b)'.repeat(n / 7),
  'half emphasis': (n) => '*a **a '.repeat(n / 7),
  stars: (n) => '*'.repeat(n),
  underscores: (n) => '_a__b'.repeat(n / 5),
  'emphasis in emphasis': (n) => `${'*_'.repeat(n / 4)}a${'_*'.repeat(n / 4)}`,
  tildes: (n) => '~~a '.repeat(n / 4),
  'growing ticks': (n) => {
    let text = '';
    for (let at = 1; text.length < n; at += 1) text += `${'`'.repeat(at % 200)} `;
    return text;
  },
  'open fences': (n) => '```\n'.repeat(n / 4),
  'a long table': (n) =>
    `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`${'|b'.repeat(100)}|\n`.repeat(n / 200)}`,
  'a wide table': (n) => `${'|a'.repeat(n / 4)}|\n${'|-'.repeat(n / 4)}|\n`,
  'open tags': (n) => '<a '.repeat(n / 3),
  tags: (n) => '<b>'.repeat(n / 3),
  comments: (n) => '<!--'.repeat(n / 4),
  'bare addresses': (n) => 'www.a.b '.repeat(n / 8),
  'half mail addresses': (n) => 'a@b.'.repeat(n / 4),
  'one long mail address': (n) => `${'a'.repeat(n)}@b.c`,
  references: (n) =>
    `${Array.from({ length: n / 20 }, (_, at) => `[r${at}]: x\n`).join('')}${Array.from({ length: n / 20 }, (_, at) => `[r${at}] `).join('')}`,
  footnotes: (n) =>
    `${Array.from({ length: n / 32 }, (_, at) => `[^${at}] `).join('')}\n\n${Array.from({ length: n / 32 }, (_, at) => `[^${at}]: x\n`).join('\n')}`,
  'short paragraphs': (n) => 'a\n\n'.repeat(n / 3),
  'empty lines': (n) => '\n'.repeat(n),
  headings: (n) => '# a\n'.repeat(n / 4),
  'one underlined heading': (n) => `${'a\n'.repeat(n / 2)}===`,
  rules: (n) => '* '.repeat(n / 2),
  entities: (n) => '&amp;'.repeat(n / 5),
  backslashes: (n) => '\\'.repeat(n),
  indented: (n) => `${'\t'.repeat(10)}x\n`.repeat(n / 12),
  spaces: (n) => ' '.repeat(n),
  'one long word': (n) => 'x'.repeat(n),
  'one long word of joined letters': (n) => 'क्'.repeat(n / 2),
  'letters with a hundred marks': (n) => `Z${'\u0301'.repeat(99)}`.repeat(n / 100),
  'turns of direction': (n) => '\u202ea\u2067b'.repeat(n / 4),
  'zero-width joiners': (n) => '\u200d'.repeat(n),
};
