/**
 * Has React remove a node, or put one before it, also when it is no longer where React left it: a browser that translates
 * the page replaces each text by a <font> of its own, and what threw would take the whole page with it.
 */
export function tolerateMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function (child) {
    if (child.parentNode === this) removeChild.call(this, child);
    return child;
  };
  Node.prototype.insertBefore = function (child, next) {
    insertBefore.call(this, child, next?.parentNode === this ? next : null);
    return child;
  };
}
