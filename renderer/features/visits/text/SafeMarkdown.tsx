/**
 * Shows Markdown from outside: structure only. HTML is shown as the text it is, links and images as
 * words, so that nothing in a note can load, run or lead away.
 */
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { useLocale } from '../../../ui/useLocale.ts';

type Node = { type: string; children?: Node[] };

/**
 * The sanitizer would drop raw HTML without a trace; a doctor must see that something stood there.
 */
const htmlAsText = () => (tree: Node) => {
  const walk = (node: Node) => {
    if (node.type === 'raw') node.type = 'text';
    node.children?.forEach(walk);
  };
  walk(tree);
};

export function SafeMarkdown({ text }: { readonly text: string }) {
  const { t } = useLocale();
  const components: Components = {
    a: ({ children, href }) => (
      <span className="outside-link">
        {children}
        {href !== undefined && href !== '' && <span className="quiet"> ({href})</span>}
      </span>
    ),
    img: ({ alt }) => <span className="quiet">{t('document.image', { alt: alt ?? '' })}</span>,
    // The page has its own first heading.
    h1: ({ children }) => <h2>{children}</h2>,
    h2: ({ children }) => <h3>{children}</h3>,
    h3: ({ children }) => <h4>{children}</h4>,
    h4: ({ children }) => <h5>{children}</h5>,
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, which needs the focus by keyboard.
      <section className="table-wrap" aria-label={t('document.table')} tabIndex={0}>
        <table>{children}</table>
      </section>
    ),
    input: ({ checked }) => (
      <span role="img" aria-label={t(checked ? 'document.ticked' : 'document.notTicked')}>
        {checked ? '☑' : '☐'}
      </span>
    ),
  };
  return (
    <div className="markdown">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[htmlAsText, rehypeSanitize]}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  );
}
