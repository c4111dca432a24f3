/**
 * The page's first script in `npm run dev`: fetches a code for its address, waiting for a core that
 * starts, and opens the page.
 */

const TRY_AGAIN_AFTER = 300;

async function newCode() {
  for (;;) {
    const response = await fetch('/dev/code', { method: 'POST' });
    if (response.ok) return (await response.json()).code;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER));
  }
}

if (location.hash === '') history.replaceState(null, '', `#${await newCode()}`);
await import('/app/main.tsx');
