interface Picture {
  readonly paint: () => void;
  visible: boolean;
}

const MARGIN = '120px';

const pictures = new Map<Element, Picture>();
let sight: IntersectionObserver | undefined;
let looks: MutationObserver | undefined;

/**
 * Paints when the element becomes visible, and again when the page's colours change. All pictures share one observer of each
 * kind: hundreds of small charts stand on a page.
 * @returns forgets the element.
 */
export function paintWhenVisible(element: Element, paint: () => void): () => void {
  pictures.set(element, { paint, visible: false });
  sight ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const picture = pictures.get(target);
        if (picture === undefined) continue;
        picture.visible = isIntersecting;
        if (isIntersecting) picture.paint();
      }
    },
    { rootMargin: MARGIN },
  );
  sight.observe(element);
  looks ??= watchColours();
  return () => {
    pictures.delete(element);
    sight?.unobserve(element);
  };
}

function watchColours(): MutationObserver {
  const observer = new MutationObserver(() => {
    for (const { paint, visible } of pictures.values()) if (visible) paint();
  });
  observer.observe(document.documentElement, {
    attributeFilter: ['data-mantine-color-scheme', 'data-price-colours'],
  });
  return observer;
}
